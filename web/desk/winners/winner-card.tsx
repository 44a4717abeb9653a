import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { When } from "../../ui/when.tsx";
import { replacedFact } from "./replace-question.tsx";
import type { WinnersScreen } from "./typed-on-card.ts";
import { WinnerAnswer } from "./winner-answer.tsx";
import { WinnerForms } from "./winner-forms.tsx";
import { WinnerWords } from "./winner-words.tsx";
import type { WinnerView } from "./winners-page.ts";

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
export function WinnerCards({ winners, ...card }: WinnerCardsProps) {
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
  const { ticket, prize, person, state, claimBy, voucherCode, replaced } = winner;
  const isWaiting = !["gone", "handed-over", "claimed", "declined"].includes(state);
  return (
    <li data-facts={replaced ? replacedFact(winner.id) : undefined}>
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
      <p>
        <strong className={`chip ${STATE_CHIPS[state]}`}>{t(`winners.state.${state}`)}</strong>
        {winner.at && (
          <>
            {" "}
            <When at={winner.at} />
          </>
        )}
      </p>
      {person && isWaiting && <p>{t("winners.claimBy", timestamp(claimBy))}</p>}
      {!person && winner.can.replace && <p>{t("winners.erasedHint")}</p>}
      {winner.declinedFor !== null && <p>{t("winners.declinedFor", { reason: winner.declinedFor })}</p>}
      {winner.turnedDownFor !== null && <p>{t("winners.turnedDownFor", { reason: winner.turnedDownFor })}</p>}
      {replaced && (
        <p>
          {t(replaced.to === null ? "winners.replacedByNobody" : "winners.replacedBy", { ticket: replaced.to })}{" "}
          {t(`winners.why.${replaced.reason}`)}
          {replaced.note !== "" && `: ${replaced.note}`}
        </p>
      )}
      {voucherCode !== null && state === "claimed" && (
        <p>
          <a href={`/voucher/${voucherCode}`}>{t("winners.handOver")}</a>
        </p>
      )}
      <Answers winner={winner} {...screen} />
      <WinnerWords winner={winner} {...screen} />
      <Notices winner={winner} />
      {screen.result?.typed.claimId === winner.id && <WinnerAnswer result={screen.result} prize={prize} />}
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

/** What proves that the winner was told, or that somebody has to tell them. */
function Notices({ winner: { notices, state, person, isBeingMailed } }: { readonly winner: WinnerView }) {
  const { t } = useTranslation("claims");
  if (notices.length === 0) {
    const isUninformed = person && !isBeingMailed && (state === "waiting" || state === "overdue");
    return isUninformed ? <p className="hint">{t("winners.tellThem")}</p> : null;
  }
  return (
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
  );
}
