import { TextInput } from "@mantine/core";
import { fieldId, useFieldError } from "./form-errors.tsx";

/** The field `accessCode` of a form that needs the organiser's code. A wrong code is not shown again. */
export function AccessCodeInput({ label }: { readonly label: string }) {
  const { error, isFirst } = useFieldError("accessCode");
  return (
    <TextInput
      id={fieldId("accessCode")}
      name="accessCode"
      data-undrafted=""
      label={label}
      error={error}
      autoFocus={isFirst}
      maxLength={20}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
