import { useTranslation } from "react-i18next";
import { TRAP_FIELD } from "#src/entries/limits.ts";

/** A trap field that only robots see and fill in. Its label tells a person who still reaches it to leave it empty. */
export function RobotTrap() {
  const { t } = useTranslation("entries");
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {t("form.trap")}
        <input type="text" name={TRAP_FIELD} data-undrafted="" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
