import { CODE, TextField } from "./text-field.tsx";

/** The field `accessCode` of a form that needs the organiser's code. A wrong code is not shown again. */
export function AccessCodeInput({ label }: { readonly label: string }) {
  return <TextField name="accessCode" undrafted label={label} maxLength={20} {...CODE} />;
}
