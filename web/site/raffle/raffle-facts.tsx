import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RaffleField } from "#src/raffles/fields.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";

/** Fields that are no line here: those with a part of their own above, and what only organisers choose. */
type PlanField =
  | "drawRequires"
  | "drawWeight"
  | "prizesEach"
  | "reserves"
  | "claimDays"
  | "checkMinutes"
  | "leadMinutes"
  | "announce"
  | "liveOdds";
type ShopField = "shopName" | "shopPlace" | "shopContact" | "accentColor";
type TextField = "name" | "details" | "retentionDays" | "sources" | "facebookLink" | "instagramLink";
type ShownElsewhere = TextField | ShopField | PlanField | "publishAt";

type RaffleFactsProps = {
  readonly raffle: RaffleView;
  readonly state: "open" | "closed" | "drawn";
  /** Whether it has entries, had some, or may get some. */
  readonly hasEntries: boolean;
};

/** The small print of a raffle: its exact dates and what it is known by. */
export function RaffleFacts({ raffle, state, hasEntries }: RaffleFactsProps) {
  const { t } = useTranslation("raffles");
  const timestamp = useTimestamps();
  const facts: Readonly<Record<Exclude<RaffleField, ShownElsewhere>, ReactNode>> = {
    dueDate: <TimestampLine label={t("detail.dueDate")} moment={raffle.due} />,
    drawDate: <TimestampLine label={t("detail.drawDate")} moment={raffle.draw} />,
    status: (
      <FactLine label={t("detail.status")} text={`${t(`status.${raffle.status}`)} · ${t(`detail.state.${state}`)}`} />
    ),
    entriesPerMailbox: (
      <FactLine
        label={t("detail.entriesPerMailbox")}
        text={raffle.entriesPerMailbox === "one" ? t("detail.onePerMailbox") : ""}
      />
    ),
    pauseDays: (
      <FactLine
        label={t("detail.pauseDays")}
        text={raffle.pauseDays > 0 ? t("detail.paused", { count: raffle.pauseDays }) : ""}
      />
    ),
    permitNumber: <FactLine label={t("detail.permitNumber")} text={raffle.permitNumber} />,
  };
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{t("detail.facts")}</h2>
      <dl className="raffle-moments">
        {Object.entries(facts).map(([name, line]) => (
          <Fragment key={name}>{line}</Fragment>
        ))}
        <FactLine label={t("detail.code")} text={raffle.codeId} className="raffle-code" />
      </dl>
      {raffle.status === "Unpublished" && <p className="hint">{t("detail.unlisted")}</p>}
      <ShopContact shop={raffle.shop} />
      <p className="hint">
        {hasEntries && t(raffle.isStored ? "detail.storedUntil" : "detail.storageEnded", timestamp(raffle.storedUntil))}{" "}
        <a href="/privacy">{t("detail.privacy")}</a>
      </p>
    </section>
  );
}

type FactLineProps = { readonly label: string; readonly text: string; readonly className?: string };

/** A labelled text like a date's line; nothing for an empty text. */
function FactLine({ label, text, className }: FactLineProps) {
  if (text === "") return null;
  return (
    <div className="moment-line">
      <dt>{label}</dt>
      <dd className={className}>{text}</dd>
    </div>
  );
}
