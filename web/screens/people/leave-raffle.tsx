import { useTranslation } from "react-i18next";

/** Takes oneself out of a raffle's people. An owner does so on the raffle's own screen of people. */
export function LeaveRaffle({ codeId, name }: { readonly codeId: string; readonly name: string }) {
  const { t } = useTranslation("team");
  return (
    <details>
      <summary aria-label={t("leave.of", { name })}>{t("leave.heading")}</summary>
      <form method="post" data-failed={t("people.failed")}>
        <input type="hidden" name="raffle" value={codeId} />
        <p className="hint">{t("leave.ask")}</p>
        <button
          type="submit"
          name="intent"
          value="leave-raffle"
          className="button"
          aria-label={t("leave.yesOf", { name })}
        >
          {t("leave.yes")}
        </button>
      </form>
    </details>
  );
}
