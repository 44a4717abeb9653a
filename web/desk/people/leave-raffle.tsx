import { useTranslation } from "react-i18next";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";

/** Takes oneself out of a raffle's people. An owner does so on the raffle's own screen of people. */
export function LeaveRaffle({ codeId, name }: { readonly codeId: string; readonly name: string }) {
  const { t } = useTranslation("team");
  return (
    <AskedButton
      summary={t("leave.heading")}
      ask={t("leave.ask")}
      yes={t("leave.yes")}
      labels={{ summary: t("leave.of", { name }), yes: t("leave.yesOf", { name }) }}
      intent="leave-raffle"
      fields={{ raffle: codeId }}
    />
  );
}
