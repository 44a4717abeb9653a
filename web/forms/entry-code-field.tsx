import { useTranslation } from "react-i18next";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import { TextField } from "./fields.tsx";

// Room for a code pasted with spaces around it.
const MAX_TYPED = CODE_LENGTHS.entry * 3;

/** The field for the code of an entry, with what was typed before. */
export function EntryCodeField({ typed = "" }: { readonly typed?: string | undefined }) {
  const { t } = useTranslation("entries");
  return (
    <TextField
      name="entryCode"
      label={t("search.code")}
      hint={t("search.codeHint")}
      maxLength={MAX_TYPED}
      defaultValue={typed}
      autoComplete="off"
      autoCapitalize="characters"
      required
    />
  );
}
