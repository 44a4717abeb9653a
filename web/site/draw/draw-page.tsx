import { useTranslation } from "react-i18next";
import type { Outlook } from "#src/draws/outlook.ts";
import { DrawChecks } from "../../draw-checks/draw-checks.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ReloadAfter } from "../../page/reload-after.tsx";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { Scene } from "../../ui/scene.tsx";
import { InPlay } from "../../ui/standing/in-play.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import { When } from "../../ui/when.tsx";
import type { DrawView } from "./draw-view.ts";
import { SeenBy } from "./seen-by.tsx";
import "./draw.css";

/** A locked raffle: the winners first, then how anybody can check them. */
export function DrawPage({ draw }: { readonly draw: DrawView }) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  const files = {
    transcript: `/api/raffles/${draw.codeId}/draw`,
    list: `/api/raffles/${draw.codeId}/draw/tickets`,
  };
  return (
    <article className="draw-page">
      <ReloadAfter seconds={draw.reloadAfter} />
      <PageHeading title={t("result.heading", { name: draw.name })} lead={t("result.lead")} />
      {draw.thanks !== "" && <p className="shop-thanks">{draw.thanks}</p>}
      {draw.prizes ? (
        <PrizeResults {...draw} prizes={draw.prizes} />
      ) : (
        <Notice kind="info">
          {t(draw.overdue ? "result.overdue" : draw.waitsUntil ? "result.waitingForShow" : "result.waiting", {
            ...timestamp(draw.roundAt),
            until: draw.waitsUntil,
          })}
        </Notice>
      )}
      {draw.words.length > 0 && <WinnerWords words={draw.words} codeId={draw.codeId} />}
      <section aria-labelledby="lock">
        <h2 id="lock">{t("result.lock")}</h2>
        <p>{t("result.sixWords")}</p>
        <p className="six-words" translate="no" lang="en">
          {draw.sixWords}
        </p>
        <SeenBy seenBy={draw.seenBy} />
        <p>{t(draw.mailed ? "result.lockMailed" : "result.lockPublic")}</p>
        <p className="draw-lock-hash" translate="no">
          {draw.lockHash}
        </p>
        <dl className="draw-facts">
          <TimestampLine label={t("result.lockedAt")} moment={draw.lockedAt} />
          <TimestampLine label={t("result.roundAt", { round: draw.round })} moment={draw.roundAt} />
          <Fact label={t("result.tickets")} text={draw.tickets} />
          {draw.chances && <Fact label={t("result.chances")} text={draw.chances} />}
        </dl>
        {draw.counts && (
          <p>
            <InPlay counts={draw.counts} />
          </p>
        )}
        {draw.mailed && <p className="hint">{t("result.alarm")}</p>}
        <div className="actions">
          <a href={files.transcript} download={`draw-${draw.codeId}.json`}>
            {t(draw.prizes ? "result.transcript" : "result.signedLock")}
          </a>
          <a href={files.list} download={`tickets-${draw.codeId}.jsonl`}>
            {t("result.list")}
          </a>
          <a href="/verify">{t("result.otherWays")}</a>
          <a href="/locks">{t("result.allLocks")}</a>
        </div>
      </section>
      <DrawChecks files={{ raffle: draw.codeId, pinned: draw.pinned }} />
      <p>
        <a href={`/raffle/${draw.codeId}`}>{t("result.toRaffle")}</a>
      </p>
    </article>
  );
}

function Fact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="moment-line">
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}

type Prizes = NonNullable<DrawView["prizes"]>;

type PrizeResultsProps = {
  readonly prizes: Prizes;
} & Pick<DrawView, "unfolded" | "announceBy" | "codeId">;

/** Who won which prize, by ticket number and the public form of a name. */
function PrizeResults({ prizes, unfolded, announceBy, codeId }: PrizeResultsProps) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  const isFolded = unfolded < prizes.length;
  return (
    <section aria-labelledby="winners">
      <h2 id="winners">{t("result.winners")}</h2>
      {isFolded && (
        <p className="notice">
          {announceBy ? t("result.announcing", timestamp(announceBy)) : t("result.showUnderWay")}{" "}
          <a href={`/raffle/${codeId}/live`}>{t("result.toShow")}</a>
        </p>
      )}
      {unfolded > 0 && <PrizeList prizes={prizes.slice(0, unfolded)} />}
      {isFolded && (
        <details className="folded-winners">
          <summary>{t(announceBy ? "result.showTickets" : "result.showAllNow")}</summary>
          <PrizeList prizes={prizes.slice(unfolded)} unnamed={announceBy !== null} />
        </details>
      )}
    </section>
  );
}

type PrizeListProps = Pick<PrizeResultsProps, "prizes"> & {
  /** Whether the names of winners are still to be announced. */
  readonly unnamed?: boolean;
};

function PrizeList({ prizes, unnamed = false }: PrizeListProps) {
  const { t } = useTranslation("draws");
  return (
    <ul className="prize-results">
      {prizes.map((prize) => (
        <li key={prize.prizeCode} className="ticket">
          <div className="ticket-body">
            <h3>{prize.name}</h3>
            {prize.winners.length === 0 ? (
              <p>{prize.notGiven ? t("result.notGiven", prize.notGiven) : t("result.nobody")}</p>
            ) : (
              <Winners prize={prize} unnamed={unnamed} />
            )}
            {prize.announced.length > 0 && <Announced announced={prize.announced} />}
            {prize.replaced.count > 0 && <Replaced replaced={prize.replaced} />}
            {prize.more > 0 && <p className="hint">{t("result.more", { count: prize.more })}</p>}
            <Line prize={prize} />
          </div>
          <p className="ticket-stub hint">{t(`result.pool.${prize.pool}`, { eligible: prize.eligible })}</p>
        </li>
      ))}
    </ul>
  );
}

/** Who comes next, if a winner does not keep the prize. */
function Line({ prize: { winners, line, replaced } }: { readonly prize: Prizes[number] }) {
  const { t } = useTranslation("draws");
  if (line.next.length > 0) {
    return (
      <p className="hint">{t("result.reserves", { tickets: line.next.map((ticket) => `#${ticket}`).join(", ") })}</p>
    );
  }
  // Not where the latest step says so.
  const isNews = winners.length > 0 && replaced.steps.at(-1)?.to !== null;
  return line.isOver && isNews ? <p className="hint">{t("result.lineOver")}</p> : null;
}

type WinnersProps = { readonly prize: Prizes[number]; readonly unnamed: boolean };

function Winners({ prize: { winners, replaced }, unnamed }: WinnersProps) {
  const { t } = useTranslation("draws");
  return (
    <ol className="winners">
      {winners.map(({ ticket, name }) => (
        <li key={ticket}>
          <span className="winner-ticket">#{ticket}</span>{" "}
          {replaced.gone.includes(ticket) ? (
            <span className="hint">{t("result.gone")}</span>
          ) : (
            !unnamed && <PublicName name={name} />
          )}
        </li>
      ))}
    </ol>
  );
}

function PublicName({ name }: { readonly name: string | null }) {
  const { t } = useTranslation("draws");
  return name ?? <span className="hint">{t("result.noName")}</span>;
}

/** What the shop says of winners, and when the prize goes on by it. */
function Announced({ announced }: Pick<Prizes[number], "announced">) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <ul className="announced">
      {announced.map(({ id, from, reason, note, dueAt, objectedAt }) => (
        <li key={id} className="notice">
          <p>
            {t(`result.announced.${reason}`, { ticket: from })} <q>{note}</q>
          </p>
          <p>
            {objectedAt && t("result.objects")} {t(`result.due.${reason}`, timestamp(dueAt))}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Every step since the draw: who went, why, and who came. */
function Replaced({ replaced: { count, steps } }: Pick<Prizes[number], "replaced">) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <div className="replaced">
      <h4>{t("result.replaced", { count })}</h4>
      {count > steps.length && <p className="hint">{t("result.replacedEarlier", { count: count - steps.length })}</p>}
      <ol>
        {steps.map(({ from, to, name, reason, note, at, announced }) => (
          <li key={from}>
            <When at={at} />: {t(`result.went.${reason}`, { ticket: from })} {note !== "" && <q>{note}</q>}{" "}
            {announced && `${t("result.wasAnnounced", timestamp(announced))} `}
            {to === null ? (
              t("result.nobodyCame")
            ) : (
              <>
                {t("result.came", { ticket: to })} <PublicName name={name} />
              </>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What winners say, in their own words and pictures. */
function WinnerWords({ words, codeId }: { readonly words: DrawView["words"]; readonly codeId: string }) {
  const { t } = useTranslation("draws");
  return (
    <section aria-labelledby="words">
      <h2 id="words">{t("result.words")}</h2>
      <ul className="winners-say">
        {words.map(({ claimId, ticket, name, prize, sentence, hasPhoto }) => (
          <li key={claimId}>
            <figure>
              {hasPhoto && (
                <img
                  src={`/winner-photo/${codeId}/${claimId}.webp`}
                  alt={t("result.photoOf", { ticket })}
                  loading="lazy"
                />
              )}
              {sentence !== "" && <blockquote>{sentence}</blockquote>}
              <figcaption className="hint">{[name ?? `#${ticket}`, prize].join(" · ")}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

type NotLockedProps = {
  readonly raffle: { readonly codeId: string; readonly name: string; readonly drawDate: Date };
  readonly outlook: Outlook;
};

/** The page of a draw before its list is locked: there is nothing to check yet. */
export function NotLocked({ raffle, outlook }: NotLockedProps) {
  const { t } = useTranslation(["draws", "raffles"]);
  const timestamp = useTimestamps();
  const text = () => {
    if (outlook === "empty" || outlook === "nobody-in-play") return t(`raffles:detail.nothingToDraw.${outlook}`);
    return outlook === "over" ? t("raffles:detail.over", timestamp(raffle.drawDate)) : t("result.notLocked");
  };
  return (
    <>
      <PageHeading title={t("result.heading", { name: raffle.name })} lead={t("result.lead")} />
      <Scene name="lantern" />
      <Notice kind="info">{text()}</Notice>
      <div className="actions">
        {outlook === "empty" ? (
          <ButtonLink label={t("result.toRaffle")} look="primary" href={`/raffle/${raffle.codeId}`} />
        ) : (
          <ButtonLink label={t("result.toPlan")} look="primary" href={`/raffle/${raffle.codeId}#draw-plan`} />
        )}
      </div>
    </>
  );
}
