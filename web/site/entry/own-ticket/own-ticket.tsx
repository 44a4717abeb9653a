import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../../page/page-texts.tsx";
import { FormSection, Notice } from "../../../ui/page-parts.tsx";
import type { OwnTicketView } from "./own-ticket-view.ts";
import "./own-ticket.css";

type OwnTicketProps = { readonly own: OwnTicketView; readonly claimPage: string };

/**
 * From the lock on: an entry's ticket, whether it is in play, what it won, and all with which its entrant checks it.
 */
export function OwnTicket({ own, claimPage }: OwnTicketProps) {
  const { t } = useTranslation("entries");
  const drawn = useTimestamps()(own.roundAt);
  const { ticket, out, result, lead, wonBy, next, seal, drawPage } = own;
  return (
    <FormSection title={`${t("ticket.number")} #${ticket}`}>
      {result && out === "" && <OwnResult result={result} claimPage={claimPage} />}
      {lead !== "" && <p>{lead}</p>}
      {wonBy && <Winners {...wonBy} />}
      {next && (
        <p>
          <a href={next.href}>{next.text}</a>
        </p>
      )}
      <dl className="facts">
        <div>
          <dt>{t("ticket.drawn")}</dt>
          <dd>
            <time dateTime={drawn.iso}>{t("ticket.moment", { ...drawn })}</time>
          </dd>
        </div>
      </dl>
      <div className="actions">
        <a className="button" href={drawPage}>
          {seal ? t("ticket.check") : t("ticket.seeDraw")}
        </a>
      </div>
      <p className="hint">{seal ? t("ticket.checkHint") : t("ticket.masked")}</p>
      {seal && <OwnSeal seal={seal} />}
    </FormSection>
  );
}

type OwnResultProps = Pick<OwnTicketProps, "claimPage"> & { readonly result: NonNullable<OwnTicketView["result"]> };

function OwnResult({ result, claimPage }: OwnResultProps) {
  const { t } = useTranslation("entries");
  const { won, overdue, lost, lostToNobody, reserve } = result;
  const hadOne = won.length + overdue.length + lost.length + lostToNobody.length > 0;
  return (
    <>
      {won.length > 0 && <Won won={won} claim={result.claim} claimPage={claimPage} />}
      {overdue.length > 0 && (
        <Notice kind="error">
          {t("ticket.overdue", { prizes: overdue.join(", ") })} <a href={claimPage}>{t("ticket.askShop")}</a>
        </Notice>
      )}
      {lost.length > 0 && <Notice kind="info">{t("ticket.lost", { prizes: lost.join(", ") })}</Notice>}
      {lostToNobody.length > 0 && (
        <Notice kind="info">{t("ticket.lostToNobody", { prizes: lostToNobody.join(", ") })}</Notice>
      )}
      {!hadOne && reserve.length === 0 && <p>{t("ticket.notDrawn")}</p>}
      {reserve.map(({ prize, place }) => (
        <p key={prize}>{t(place === 1 ? "ticket.reserveFirst" : "ticket.reserve", { place, prize })}</p>
      ))}
      {reserve.length > 0 && <p>{t("ticket.reserveHow", { count: reserve.length })}</p>}
    </>
  );
}

type WonProps = Pick<OwnResultProps, "claimPage"> & Pick<OwnResultProps["result"], "won" | "claim">;

/** The good news, and what its winner does next: first what the shop asks of them. */
function Won({ won, claim, claimPage }: WonProps) {
  const { t } = useTranslation("entries");
  const timestamp = useTimestamps();
  const isUrgent = claim?.asked || claim?.canClaim;
  return (
    <div className="own-won">
      <p>{t("ticket.youWon")}</p>
      <ul>
        {won.map((prize) => (
          <li key={prize}>{prize}</li>
        ))}
      </ul>
      {claim?.asked && <Notice kind="error">{claim.asked}</Notice>}
      {claim?.claimBy && !claim.asked && <p>{t("ticket.claimBy", timestamp(claim.claimBy))}</p>}
      <a className={isUrgent ? "button button-primary" : "button"} href={claimPage}>
        {t(claim?.asked ? "ticket.answer" : claim?.canClaim ? "ticket.claim" : "ticket.yourClaim")}
      </a>
    </div>
  );
}

function Winners({ won, notWon }: NonNullable<OwnTicketView["wonBy"]>) {
  const { t } = useTranslation("entries");
  const lines = [...won, ...notWon];
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{t("ticket.whoWon")}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

function OwnSeal({ seal }: { readonly seal: NonNullable<OwnTicketView["seal"]> }) {
  const { t } = useTranslation("entries");
  const facts = [
    { name: t("ticket.email"), value: seal.email },
    { name: t("view.entryCode"), value: seal.entryCode },
    { name: t("ticket.key"), value: seal.key },
    { name: t("ticket.raffleCode"), value: seal.raffle },
    { name: t("ticket.seal"), value: seal.seal },
    { name: t("ticket.line"), value: seal.line },
    { name: t("ticket.proof"), value: seal.proof.join("\n") },
  ];
  return (
    <details>
      <summary>{t("ticket.parts")}</summary>
      <dl className="facts own-seal">
        {facts
          .filter(({ value }) => value !== "")
          .map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd translate="no">{value}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
