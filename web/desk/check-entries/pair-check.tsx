import { useTranslation } from "react-i18next";
import { PageScript } from "../../page/page-script.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, RefusalNotice } from "../../ui/page-parts.tsx";
import { When } from "../../ui/when.tsx";
import type { Route } from "./+types/check-entries.route.ts";
import script from "./drive-pairs.ts?inline-script";
import "./pair-check.css";

export type CheckView = NonNullable<Route.ComponentProps["loaderData"]["check"]>;
type PairView = NonNullable<CheckView["pair"]>;
type Result = NonNullable<Route.ComponentProps["actionData"]>;

/** The facts of an entry that are compared, one below the other, so that both stand in one row. */
const FACTS = ["address", "phone", "email"] as const;

/** Entries that may be of one person, two at a time: the same, different, or later. */
export function PairCheck({ check }: { readonly check: CheckView }) {
  const { t } = useTranslation("desk");
  const { groups, open, later, pair } = check;
  const place = groups - open + 1;
  return (
    <section className="pair-check" aria-label={t("check.pairs.label")}>
      <p className="pair-progress">
        <strong>{t("check.pairs.progress", { place, count: groups })}</strong>
        {later > 0 && ` · ${t("check.pairs.later", { count: later })}`}
        <progress value={groups - open} max={groups} aria-label={t("check.pairs.label")} />
      </p>
      {pair ? (
        <PairForm key={`${pair.firstId} ${pair.secondId}`} pair={pair} isFirst={place === 1 && later === 0} />
      ) : (
        <div className="actions">
          <ButtonLink label={t("check.pairs.showLater")} look="primary" href="?later" />
        </div>
      )}
    </section>
  );
}

function PairForm({ pair, isFirst }: { readonly pair: PairView; readonly isFirst: boolean }) {
  const { t } = useTranslation("desk");
  const { firstId, secondId, signals, ofEntries, stays } = pair;
  return (
    <form method="post" className="pair" data-pair="" data-failed={t("check.failed")}>
      <input type="hidden" name="firstId" value={firstId} />
      <input type="hidden" name="secondId" value={secondId} />
      <p>
        {[
          ...signals.map((signal) => t(`check.pairs.signal.${signal}`)),
          ...(ofEntries > 2 ? [t("check.pairs.ofEntries", { count: ofEntries })] : []),
        ].join(" · ")}
      </p>
      <div className="pair-entries">
        {(["first", "second"] as const).map((which) => (
          <PairEntry key={which} which={which} entry={pair[which]} isStaying={which === stays} />
        ))}
      </div>
      <div className="pair-buttons">
        <Submit label={t("check.pairs.different")} intent="different" data-swipe="left" />
        <Submit label={t("check.pairs.leave")} look="quiet" intent="later" data-swipe="down" />
        <Submit label={t("check.pairs.same")} intent="same" data-swipe="right" />
        {isFirst && <p className="hint needs-script">{t("check.pairs.swipe")}</p>}
      </div>
      <PageScript text={script} />
    </form>
  );
}

type PairEntryProps = {
  readonly which: "first" | "second";
  readonly entry: PairView["first"];
  readonly isStaying: boolean;
};

function PairEntry({ which, entry, isStaying }: PairEntryProps) {
  const { t } = useTranslation("desk");
  return (
    <div className="pair-entry">
      <strong>{`${entry.firstName} ${entry.lastName}`}</strong>
      {FACTS.map((fact) => (
        <span key={fact}>{entry[fact] || "–"}</span>
      ))}
      <span className="hint">
        <When at={entry.createdAt} />
      </span>
      <span className={entry.standing.state === "in" ? "is-valid" : "is-invalid"}>{entry.standing.text}</span>
      <label className="pair-stays">
        <input type="radio" name="stays" value={which} defaultChecked={isStaying} />
        {t("check.pairs.stays")}
        <span className="visually-hidden"> {entry.entryCode}</span>
      </label>
    </div>
  );
}

/** What was decided just now, with a way back; or why it was not. */
export function PairNotice({ result: { intent, typed, done, refusal } }: { readonly result: Result }) {
  const { t } = useTranslation("desk");
  if (refusal) return <RefusalNotice refusal={refusal} />;
  if (done?.of !== "pair") return null;
  const { verdict, name } = done;
  if (intent === "undo") return <Notice kind="info">{t("check.pairs.undone")}</Notice>;
  return (
    <form method="post" className="notice notice-success pair-done" data-failed={t("check.failed")}>
      <p role="status">{t(`check.pairs.done.${verdict}`, name ?? {})}</p>
      <input type="hidden" name="firstId" value={typed.pair.firstId} />
      <input type="hidden" name="secondId" value={typed.pair.secondId} />
      <input type="hidden" name="verdict" value={verdict} />
      <Submit label={t("check.pairs.undo")} look="quiet" intent="undo" />
    </form>
  );
}
