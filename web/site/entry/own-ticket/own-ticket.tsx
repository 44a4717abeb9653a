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
  const { ticket, out, result, wonBy, next, seal, drawPage } = own;
  return (
    <FormSection title={t("ticket.number")}>
      <p className="own-ticket-number">#{ticket}</p>
      {result && out === "" && <OwnResult own={own} result={result} claimPage={claimPage} />}
      {wonBy !== "" && <p className="lines">{wonBy}</p>}
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

type OwnResultProps = OwnTicketProps & { readonly result: NonNullable<OwnTicketView["result"]> };

function OwnResult({ own, result, claimPage }: OwnResultProps) {
  const { t } = useTranslation("entries");
  const { won, lost, lostToNobody, reserve } = result;
  return (
    <>
      {won.length > 0 && (
        <>
          <Notice kind="success">{t("ticket.won", { prizes: won.join(", ") })}</Notice>
          <a className={own.canClaim ? "button button-primary" : "button"} href={claimPage}>
            {t(own.canClaim ? "ticket.claim" : "ticket.yourClaim")}
          </a>
        </>
      )}
      {lost.length > 0 && <Notice kind="info">{t("ticket.lost", { prizes: lost.join(", ") })}</Notice>}
      {lostToNobody.length > 0 && (
        <Notice kind="info">{t("ticket.lostToNobody", { prizes: lostToNobody.join(", ") })}</Notice>
      )}
      {won.length + lost.length + lostToNobody.length === 0 && <p>{t("ticket.notDrawn")}</p>}
      {reserve.map(({ prize, place }) => (
        <p key={prize}>{t(place === 1 ? "ticket.reserveFirst" : "ticket.reserve", { place, prize })}</p>
      ))}
      {reserve.length > 0 && <p>{t("ticket.reserveHow", { count: reserve.length })}</p>}
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
