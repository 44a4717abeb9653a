import { useTranslation } from "react-i18next";
import { CODE, TextField } from "../../forms/fields.tsx";

/** Which entry gets what was scanned. The page's script fills it in, or offers several (fill-entry-code.ts). */
export function EntryCodeField({ typed = "" }: { readonly typed?: string | undefined }) {
  const { t } = useTranslation("entries");
  return (
    <>
      <div data-own-entries="" hidden>
        <p>{t("dropCode.ownEntries")}</p>
        <div className="actions" />
      </div>
      <TextField
        name="entryCode"
        label={t("view.entryCode")}
        hint={t("dropCode.whose")}
        maxLength={20}
        defaultValue={typed}
        required
        {...CODE}
      />
    </>
  );
}
