import { useTranslation } from "react-i18next";
import { TRAP_FIELD } from "#src/entries/limits.ts";

/** A field that only robots see and fill in. Whoever comes upon it all the same reads that it is to stay empty. */
export function RobotTrap() {
  const { t } = useTranslation("entries");
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {t("form.trap")}
        <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
