import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { maskEmail } from "#src/contact/masks.ts";
import { forgetEntry, rememberEntry } from "../../inline/remembered-entry.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { useAnnouncement } from "../../ui/announcement/announcement.ts";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { ShareLinks } from "../../ui/share-links/share-links.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import { StandingLine } from "../../ui/standing/standing-line.tsx";
import { useStanding } from "./form-standing.tsx";
import type { EntryFormValues } from "./read-entry-form.ts";

type SubmittedPanelProps = {
  readonly raffle: RaffleView;
  readonly entryCode: string;
  /** What was ticked when it was sent. */
  readonly ticks: Pick<EntryFormValues, "rules" | "wishes">;
  /** Where the code is mailed to; empty if it is not mailed. */
  readonly mailedTo: string;
  /** The raffle's page, for friends. */
  readonly raffleLink: string;
  /** The page of the form, for the next person. */
  readonly form: string;
};

/** The receipt: the entry code on a torn-off ticket. */
export function SubmittedPanel({ raffle, entryCode, ticks, mailedTo, raffleLink, form }: SubmittedPanelProps) {
  const { t } = useTranslation("entries");
  const announcement = useAnnouncement(raffle);
  const timestamp = useTimestamps();
  const standing = useStanding(raffle, ticks, true);
  const focus = useAnswerFocus<HTMLHeadingElement>(true);
  const { codeId } = raffle;
  const until = raffle.keptUntil.toISOString();
  useEffect(() => rememberEntry(codeId, entryCode, until), [codeId, entryCode, until]);
  return (
    <section className="receipt" aria-labelledby="receipt-heading" style={raffle.shop?.style}>
      <h1 id="receipt-heading" {...focus}>
        {t(standing.state === "in" ? "submitted.heading" : "submitted.headingNotYet")}
      </h1>
      <StandingLine standing={standing} />
      <p>{t("submitted.lead")}</p>
      <CodeTicket label={t("submitted.code")} code={entryCode} stub={raffle.name} />
      {mailedTo !== "" && <p>{t("submitted.mailed", { email: maskEmail(mailedTo) })}</p>}
      <ShopLine shop={raffle.shop} />
      <ShopContact shop={raffle.shop} />
      <p>
        {t("submitted.next", timestamp(raffle.draw))} {announcement}
      </p>
      <div className="actions">
        <a className="button button-primary" href={`/raffle-entry/${codeId}/${entryCode}`}>
          {t("submitted.view")}
        </a>
        {/* The next person at this device is somebody else. */}
        <a className="button button-secondary" href={form} target="_self" onClick={() => forgetEntry(codeId)}>
          {t("submitted.continue")}
        </a>
      </div>
      <p className="hint">{t("submitted.continueHint")}</p>
      <section aria-labelledby="invite">
        <h2 id="invite">{t("submitted.invite")}</h2>
        <ShareLinks link={raffleLink} text={t("submitted.inviteText", { name: raffle.name })} />
      </section>
    </section>
  );
}
