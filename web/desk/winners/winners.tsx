import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { HiddenFields } from "../../ui/hidden-fields.tsx";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { MorePages } from "../../ui/page-links.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { WithoutWinner } from "../../ui/prize-text/nobody-left.tsx";
import { When } from "../../ui/when.tsx";
import type { Route } from "./+types/winners.route.ts";
import { WinnerAnnounced } from "./winner-announced.tsx";
import { announcedFact, replacedFact, WinnerAnswer, WinnerForms } from "./winner-forms.tsx";
import type { WinnersScreen, WinnerView } from "./winners-page.ts";
import "../../ui/card-list/card-list.css";
import "./winners.css";

/** Digits of a ticket, with some room for "#" and blanks. */
const MAX_TYPED_TICKET = 12;

/** Who holds which prize, how they were notified, and what is left to do. */
export function Winners({ loaderData: page, actionData: result, params }: Route.ComponentProps) {
  const { t } = useTranslation(["claims", "messages"]);
  const { accessCode } = params;
  const { codeId, noWinners, toDecide, prizes, withoutWinner, next, announcedUntil } = page;
  const screen = { codeId, accessCode, noticeId: page.noticeId, announcedUntil, result };
  const shown = [...toDecide.winners, ...prizes.flatMap(({ winners }) => winners)];
  const isOnCard = shown.some(({ id }) => id === result?.typed.claimId);
  const isEmpty = shown.length === 0;
  return (
    <article className="stack-4">
      <PageHeading title={t("winners.heading")} />
      {result && !isOnCard && <WinnerAnswer {...screen} result={result} prize={result.typed.prizeCode} leave={{}} />}
      {noWinners === null ? (
        page.claimed && <p>{t("winners.counts", page.counts)}</p>
      ) : (
        <Notice kind="info">
          {t(`winners.${noWinners}`)}{" "}
          {noWinners !== "notDrawn" && <a href={`/draw-desk/${codeId}/${accessCode}`}>{t("winners.toDraw")}</a>}
        </Notice>
      )}
      {page.leftOut > 0 && <Notice kind="info">{t("winners.leftOut", { count: page.leftOut })}</Notice>}
      <div className="actions">
        {!page.isFirst && <a href={`/winners/${codeId}/${accessCode}`}>{t("winners.all")}</a>}
        {noWinners === null && page.claimed && <ButtonLink label={t("voucher.check.heading")} href="/voucher" />}
        <a href={`/raffle/${codeId}/draw`}>{t("winners.public")}</a>
      </div>
      {page.searchable && (
        <ListSearch
          label={t("winners.ticketNumber")}
          fragment={page.typed}
          maxLength={MAX_TYPED_TICKET}
          button={t("winners.find")}
        />
      )}
      {toDecide.winners.length > 0 && (
        <FormSection title={t("winners.decide")} hint={t("winners.decideHint")}>
          <WinnerCards winners={toDecide.winners} namesPrize {...screen} />
          {toDecide.more > 0 && <p className="hint">{t("winners.decideMore", { count: toDecide.more })}</p>}
        </FormSection>
      )}
      {prizes.map(({ prizeCode, name: prize, winners }) => (
        <FormSection key={prizeCode} title={prize}>
          <WinnerCards winners={winners} {...screen} />
        </FormSection>
      ))}
      <WithoutWinner prizes={withoutWinner} />
      {noWinners === null && isEmpty && withoutWinner.length === 0 && (
        <p>{t(page.typed === "" ? "winners.none" : "winners.noneFound")}</p>
      )}
      <MorePages next={next} label={t("winners.next")} />
    </article>
  );
}

/** What needs somebody's hand is red, what is well is green, and what takes its time is neither. */
const STATE_CHIPS: Readonly<Record<WinnerView["state"], string>> = {
  gone: "chip-quiet",
  "handed-over": "chip-open",
  claimed: "chip-open",
  declined: "chip-closed",
  overdue: "chip-closed",
  "turned-down": "",
  opened: "",
  notified: "",
  mailing: "",
  waiting: "chip-closed",
};

type OnCard = WinnersScreen & {
  /** Whether the prize is to be named: winners of several prizes stand together. */
  readonly namesPrize?: boolean;
};

type WinnerCardsProps = OnCard & { readonly winners: readonly WinnerView[] };

/** Winners, each with what is known of the claim, and what can be done. */
function WinnerCards({ winners, ...card }: WinnerCardsProps) {
  return (
    <ul className="card-list winner-cards">
      {winners.map((winner) => (
        <WinnerCard key={winner.id} winner={winner} {...card} />
      ))}
    </ul>
  );
}

function WinnerCard({ winner, namesPrize = false, ...screen }: OnCard & { readonly winner: WinnerView }) {
  const { t } = useTranslation("claims");
  const timestamp = useTimestamps();
  const { ticket, prize, person, state, claimBy, voucherCode, replaced, announced, can } = winner;
  const isStanding = announced?.endedAs === null;
  return (
    <li data-facts={replaced ? replacedFact(winner.id) : isStanding ? announcedFact(winner.id) : undefined}>
      <h3>
        #{ticket}{" "}
        {person ? (
          <a href={`/update-entry/${person.entryCode}?raffle=${screen.codeId}`}>{person.name}</a>
        ) : (
          t("winners.erased")
        )}
      </h3>
      {namesPrize && <p className="hint">{prize}</p>}
      {person && <Contact {...person} />}
      {winner.hasState && (
        <p>
          <strong className={`chip ${STATE_CHIPS[state]}`}>{t(`winners.state.${state}`)}</strong>
          {winner.at && (
            <>
              {" "}
              <When at={winner.at} />
            </>
          )}
        </p>
      )}
      {person && claimBy && <p>{t("winners.claimBy", timestamp(claimBy))}</p>}
      {!person && can.leave.withdrew && <p>{t(`winners.erasedHint.${can.leave.withdrew}`)}</p>}
      {winner.declinedFor !== null && <p>{t("winners.declinedFor", { reason: winner.declinedFor })}</p>}
      {winner.turnedDownFor !== null && <p>{t("winners.turnedDownFor", { reason: winner.turnedDownFor })}</p>}
      {replaced && (
        <p>
          {t(replaced.to === null ? "winners.replacedByNobody" : "winners.replacedBy", { ticket: replaced.to })}{" "}
          {replaced.isConsent ? t("winners.gaveBack") : t(`winners.why.${replaced.reason}`)}
          {!replaced.isConsent && replaced.note !== "" && `: ${replaced.note}`}
        </p>
      )}
      <WinnerAnnounced winner={winner} />
      {voucherCode !== null && state === "claimed" && (
        <p>
          <ButtonLink label={t("winners.handOver")} href={`/voucher/${voucherCode}`} />
          {isStanding && <span className="hint"> {t("winners.handOverEnds")}</span>}
        </p>
      )}
      <Answers winner={winner} {...screen} />
      <WinnerWords winner={winner} {...screen} />
      <Notices winner={winner} />
      {screen.result?.typed.claimId === winner.id && (
        <WinnerAnswer {...screen} result={screen.result} prize={prize} leave={can.leave} />
      )}
      <WinnerForms winner={winner} {...screen} />
    </li>
  );
}

/** How to reach a winner: one press calls or writes. */
function Contact({ phone, email, address }: Pick<NonNullable<WinnerView["person"]>, "phone" | "email" | "address">) {
  return (
    <p className="winner-contact">
      {phone !== "" && <a href={`tel:${phone}`}>{phone}</a>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {address !== "" && <span>{address}</span>}
    </p>
  );
}

/** What the winner filled in. */
function Answers({
  winner: { id, answers, hasId },
  codeId,
  accessCode,
}: WinnersScreen & { readonly winner: WinnerView }) {
  const { t } = useTranslation("claims");
  if (!answers && !hasId) return null;
  const { way, address, ...typed } = answers ?? {};
  const place = way === "pick-up" ? "" : address;
  const facts = [way && t(`winners.chose.${way}`), place, ...Object.values(typed)].filter((fact) => fact);
  return (
    <p>
      {t("winners.answers")} {facts.join(" · ")}{" "}
      {hasId && <a href={`/winner-id/${codeId}/${accessCode}?claim=${id}`}>{t("winners.id")}</a>}
    </p>
  );
}

/** What proves that the winner was notified, or that somebody has to do it. */
function Notices({ winner: { notices, isUninformed } }: { readonly winner: WinnerView }) {
  const { t } = useTranslation("claims");
  const hint = isUninformed && <p className="hint">{t("winners.callThem")}</p>;
  if (notices.length === 0) return hint;
  return (
    <>
      {hint}
      <details>
        <summary>{t("winners.notices", { count: notices.length })}</summary>
        <ul>
          {notices.map(({ at, way, reached, answer }) => (
            <li key={`${at.getTime()} ${way} ${reached}`}>
              <When at={at} />: {t(`winners.way.${way}`)}, {reached}. {answer}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

type WinnerWordsProps = WinnersScreen & { readonly winner: WinnerView };

/** What the winner would like everybody to see, and whether they do. */
function WinnerWords({ winner: { id, ticket, words }, codeId, accessCode }: WinnerWordsProps) {
  const { t } = useTranslation("claims");
  const { search: here } = useLocation();
  if (!words) return null;
  const { sentence, hasPhoto, shown, version } = words;
  return (
    <form method="post" action={here || undefined} className="winner-words stack-1">
      <p>{t(shown ? "winners.wordsShown" : "winners.wordsHidden")}</p>
      {sentence !== "" && <blockquote>{sentence}</blockquote>}
      {hasPhoto && (
        <img
          src={`/unshown-photo/${codeId}/${accessCode}?claim=${id}`}
          alt={t("winners.photoOf", { ticket })}
          loading="lazy"
        />
      )}
      <HiddenFields fields={{ claimId: id, ticket, version }} />
      <Submit
        label={t(shown ? "winners.hideWords" : "winners.showWords")}
        about={`#${ticket}`}
        intent={shown ? "hide-words" : "show-words"}
      />
    </form>
  );
}
