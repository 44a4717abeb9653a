import { useTranslation } from "react-i18next";
import { UNENTERED_DAYS } from "#src/raffles/limits.ts";
import type { OwnRaffle } from "#src/raffles/lists/account-raffles.ts";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import { RaffleFacts } from "./raffle-facts.tsx";
import "../sign-in/account.css";

type OwnRafflesProps = {
  readonly raffles: readonly OwnRaffle[];
  readonly page: number;
  readonly more: boolean;
};

/** The raffles of an account, each with the way to its desk, as on "Your raffles". */
export function OwnRaffles({ raffles, page, more }: OwnRafflesProps) {
  const { t } = useTranslation(["accounts", "desk", "team"]);
  return (
    <FormSection title={t("profile.raffles")}>
      {raffles.length === 0 && <p>{t("profile.noRaffles")}</p>}
      <ul className="account-list">
        {raffles.map((raffle) => (
          <li key={raffle.codeId}>
            <h3>
              <a href={`/raffle/${raffle.codeId}`}>{raffle.name}</a>
            </h3>
            <p>
              <span className="chip">{t(`role.${raffle.role}`, { ns: "team" })}</span>
            </p>
            <RaffleFacts raffle={raffle} />
            <p>
              <ButtonLink
                label={t("open.heading", { ns: "desk" })}
                about={raffle.name}
                href={raffle.role === "helper" ? `/helping/${raffle.codeId}` : `/overview/${raffle.codeId}/-`}
              />
            </p>
            {raffle.role !== "owner" && <LeaveRaffle codeId={raffle.codeId} name={raffle.name} />}
          </li>
        ))}
      </ul>
      <PageLinks page={page} more={more} />
      {raffles.length > 0 && <p className="hint">{t("profile.rafflesEnd", { days: UNENTERED_DAYS })}</p>}
      <p>
        <a href="/create-raffle">{t("profile.create")}</a>
      </p>
      <p>
        <a href="/take-raffle">{t("take.heading", { ns: "team" })}</a>
      </p>
    </FormSection>
  );
}

/** Takes oneself out of a raffle's people. An owner does so on the raffle's own screen of people. */
function LeaveRaffle({ codeId, name }: { readonly codeId: string; readonly name: string }) {
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
