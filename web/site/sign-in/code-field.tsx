import { TextField } from "../../forms/fields.tsx";

/** The length of a backup code typed with spaces. */
const MAX_CODE_LENGTH = 20;

/** A field for a code from the phone's app, or for a backup code. */
export function CodeField({ label, hint }: { readonly label: string; readonly hint?: string }) {
  return (
    <TextField
      name="code"
      label={label}
      hint={hint}
      maxLength={MAX_CODE_LENGTH}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      required
    />
  );
}
