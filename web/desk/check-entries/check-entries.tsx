import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Form, useLocation } from "react-router";
import { MAX_REASON } from "#src/access/audit/limits.ts";
import type { Decision } from "#src/draws/checking/disqualify.ts";
import { TextField } from "../../forms/fields.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { CheckTime } from "../../ui/check-time/check-time.tsx";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { MorePages } from "../../ui/page-links.tsx";
import { FormSection, Notice, PageHeading, reasonsOf, useSentences } from "../../ui/page-parts.tsx";
import { InPlay } from "../../ui/standing/in-play.tsx";
import { When } from "../../ui/when.tsx";
import type { Route } from "./+types/check-entries.route.ts";
import { PairCheck, PairNotice } from "./pair-check.tsx";
import "../../ui/standing/standing.css";
import "../../ui/card-list/card-list.css";
import "./check-entries.css";

// Letters of an entry code, with some room for blanks that come along when it is pasted.
const MAX_TYPED_CODE = 20;

type CheckView = Route.ComponentProps["loaderData"];
type KindView = CheckView["kinds"][number];
type CheckedEntryView = KindView["groups"][number]["shown"][number];
type DecisionResult = NonNullable<Route.ComponentProps["actionData"]>;

/** The organiser's screen between due date and lock: what is worth a look, and what should not be in play. */
export function CheckEntries({ loaderData: check, actionData: result, params }: Route.ComponentProps) {
  const { accessCode } = params;
  const { t } = useTranslation("desk");
  const { codeId, counts, kinds, list, locked, check: pairs } = check;
  const isAsking = pairs !== null && pairs.open > 0;
  const isOfPair = result && !result.intent.endsWith("-entry");
  const screen = { codeId, locked, result };
  const whole = check.whole || (kinds.length > 1 && !list);
  const canLock = !locked && !check.open && counts.inPlay > 0;
  const canFinish = canLock && pairs !== null && !isAsking;
  const section = (one: KindView) => <LookAlikeKindSection key={one.kind} view={one} {...screen} />;
  return (
    <>
      <PageHeading title={t("check.heading")} {...(!isAsking && { lead: t("check.lead") })} />
      {locked && <Notice kind="info">{t("check.locked")}</Notice>}
      {result && (isOfPair ? <PairNotice result={result} /> : <DecisionNotice result={result} />)}
      {isAsking && <PairCheck check={pairs} />}
      {pairs && !isAsking && pairs.groups > 0 && (
        <Notice kind="success">{t("check.pairs.over", { count: pairs.groups })}</Notice>
      )}
      {canFinish && <FinishForm />}
      <p className="check-counts">
        <InPlay counts={counts} />
      </p>
      {canLock && <CheckTime time={check.checkTime} />}
      {counts.total === 0 && !check.open && <Notice kind="info">{t("overview.nobodyJoined")}</Notice>}
      <div className="actions">
        {isAsking && <a href="?all">{t("check.all")}</a>}
        {!isAsking && !check.whole && <a href={`/check-entries/${codeId}/${accessCode}`}>{t("check.back")}</a>}
        {counts.disqualified > 0 && <a href="?disqualified">{t("check.showDisqualified")}</a>}
      </div>
      <ListSearch
        label={t("check.entryCode")}
        fragment={check.typed}
        maxLength={MAX_TYPED_CODE}
        button={t("check.find")}
      />
      {list && (
        <FormSection title={t(`check.list.${list.of}`)}>
          <CheckedEntries entries={list.entries} {...screen} />
          {list.entries.length === 0 && <p>{t(`check.none.${list.of === "code" ? "code" : "list"}`)}</p>}
          <MorePages next={list.next} label={t("lists.next")} />
        </FormSection>
      )}
      {kinds.filter((one) => !whole || !isWeak(one)).map(section)}
      {whole && (
        <details className="check-weak">
          <summary>{t("check.weak")}</summary>
          {kinds.filter(isWeak).map(section)}
        </details>
      )}
    </>
  );
}

/** Nothing is left to decide: the check is noted, and the list can be locked. */
function FinishForm() {
  const { t } = useTranslation("desk");
  return (
    <form method="post" className="actions" data-failed={t("check.failed")}>
      <Submit label={t("check.toDraw")} look="primary" intent="finish" />
    </form>
  );
}

/** A shop's network and a kind of phone are shared by many strangers: they stand last, folded. */
function isWeak({ kind }: KindView): boolean {
  return kind === "network" || kind === "device";
}

function DecisionNotice({ result: { typed, done, refusal } }: { readonly result: DecisionResult }) {
  const { t } = useTranslation(["desk", "messages"]);
  const sentences = useSentences();
  if (done) return <Notice kind="success">{t(`check.done.${typed.action}`, done.name ?? {})}</Notice>;
  return <Notice kind="error" answers>{`${t("check.failed")} ${refusal && sentences(reasonsOf(refusal))}`}</Notice>;
}

/** The groups of one kind, and why they are shown. */
function LookAlikeKindSection({ view, ...screen }: CheckScreen & { readonly view: KindView }) {
  const { t } = useTranslation("desk");
  const { kind, groups, next, complete } = view;
  return (
    <FormSection title={t(`check.list.${kind}`)} hint={t(`check.why.${kind}`)}>
      {!complete && <p>{t("check.partly")}</p>}
      {groups.length === 0 && <p>{t("check.none.kind")}</p>}
      {groups.map(({ key, entries, burst, signals, shown }) => (
        <section key={key} className="stack-1">
          <h3>{t(`check.group.${kind}`, { count: entries, burst, domain: key })}</h3>
          {signals.length > 0 && (
            <ul className="check-signals marked">
              {signals.map((signal) => (
                <li key={signal}>{t(`check.signal.${signal}`)}</li>
              ))}
            </ul>
          )}
          <CheckedEntries entries={shown} {...screen} />
          {entries > shown.length && (
            <a href={`?kind=${kind}&group=${encodeURIComponent(key)}`}>{t("check.showAll", { count: entries })}</a>
          )}
        </section>
      ))}
      <MorePages next={next} more={`kind=${kind}`} label={t("check.moreGroups")} />
    </FormSection>
  );
}

/** What each entry on the screen needs to know of it. */
type CheckScreen = {
  readonly codeId: string;
  /** Nothing can be changed any more. */
  readonly locked: boolean;
  readonly result: DecisionResult | undefined;
};

/** Entries with what an organiser compares, and what takes each out of play or back into it. */
function CheckedEntries({ entries, ...screen }: CheckScreen & { readonly entries: readonly CheckedEntryView[] }) {
  return (
    <ul className="card-list check-entries">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} {...screen} />
      ))}
    </ul>
  );
}

function Entry({ entry, codeId, locked, result }: CheckScreen & { readonly entry: CheckedEntryView }) {
  const { entryCode, createdAt, standing, disqualifiedFor } = entry;
  const name = `${entry.firstName} ${entry.lastName}`;
  const facts = [entry.address, entry.phone, entry.email].filter((fact) => fact !== "");
  return (
    <li>
      <p>
        <strong>{name}</strong> <a href={`/update-entry/${entryCode}?raffle=${codeId}`}>{entryCode}</a>
      </p>
      <p>{facts.join(" · ")}</p>
      <p>
        <When at={createdAt} />
      </p>
      <p>
        <strong className={standing.state === "in" ? "is-valid" : "is-invalid"}>{standing.text}</strong>
      </p>
      {!locked && (
        <DecisionForm
          entryCode={entryCode}
          name={name}
          action={disqualifiedFor === null ? "disqualify-entry" : "reinstate-entry"}
          refused={result?.refusal && result.typed.entryCode === entryCode ? result.typed.reason : null}
        />
      )}
    </li>
  );
}

type DecisionFormProps = {
  readonly entryCode: string;
  readonly name: string;
  readonly action: Decision["action"];
  /** The reason that was refused just now. */
  readonly refused: string | null;
};

function DecisionForm({ entryCode, name, action, refused }: DecisionFormProps) {
  const { t } = useTranslation("desk");
  const { search: here } = useLocation();
  return (
    <details open={refused !== null || undefined}>
      <summary>
        {t(`check.ask.${action}`)}
        <span className="visually-hidden"> {name}</span>
      </summary>
      <Form method="post" action={here || undefined} className="form" data-failed={t("check.failed")}>
        <input type="hidden" name="entryCode" value={entryCode} />
        <TextField
          id={useId()}
          name="reason"
          label={t(`check.reason.${action}`)}
          maxLength={MAX_REASON}
          defaultValue={refused ?? ""}
          required
          autoComplete="off"
        />
        <Submit label={t(`check.ask.${action}`)} look="primary" intent={action} />
      </Form>
    </details>
  );
}
