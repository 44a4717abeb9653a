import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { CheckTime } from "../../ui/check-time/check-time.tsx";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { InPlay } from "../../ui/standing/in-play.tsx";
import type { Route } from "./+types/check-entries.route.ts";
import type { KindView } from "./check-entries-page.ts";
import { CheckedEntries, type DecisionResult, MorePages } from "./checked-entries.tsx";
import { LookAlikeKindSection } from "./look-alike-kind.tsx";
import "../entry-lists/entry-lists.css";
import "../../ui/card-list/card-list.css";
import "./check-entries.css";

// Letters of an entry code, with some room for blanks that come along when it is pasted.
const MAX_TYPED_CODE = 20;

/** The organiser's screen between due date and lock: what is worth a look, and what should not be in play. */
export function CheckEntries({ loaderData: check, actionData: result, params }: Route.ComponentProps) {
  const { accessCode } = params;
  const { t } = useTranslation("desk");
  const { codeId, counts, kinds, list, locked } = check;
  const screen = { codeId, locked, result };
  const canLock = !locked && !check.open && counts.inPlay > 0;
  const section = (one: KindView) => <LookAlikeKindSection key={one.kind} view={one} {...screen} />;
  return (
    <>
      <PageHeading title={t("check.heading")} lead={t("check.lead")} />
      {locked && <Notice kind="info">{t("check.locked")}</Notice>}
      {result && <DecisionNotice result={result} />}
      <p className="check-counts">
        <InPlay counts={counts} />
      </p>
      {canLock && <CheckTime time={check.checkTime} />}
      {counts.total === 0 && !check.open && <Notice kind="info">{t("overview.nobodyJoined")}</Notice>}
      <div className="actions">
        {!check.whole && <a href={`/check-entries/${codeId}/${accessCode}`}>{t("check.all")}</a>}
        {counts.disqualified > 0 && <a href="?disqualified">{t("check.showDisqualified")}</a>}
      </div>
      <ListSearch
        label={t("check.entryCode")}
        fragment={check.typed}
        maxLength={MAX_TYPED_CODE}
        button={t("check.find")}
      />
      {list && (
        <section className="form-section" aria-labelledby="list">
          <h2 id="list">{t(`check.list.${list.of}`)}</h2>
          <CheckedEntries entries={list.entries} {...screen} />
          {list.entries.length === 0 && <p>{t(`check.none.${list.of === "code" ? "code" : "list"}`)}</p>}
          <MorePages next={list.next} label={t("lists.next")} />
        </section>
      )}
      {kinds.filter((one) => !check.whole || !isWeak(one)).map(section)}
      {check.whole && (
        <details className="check-weak">
          <summary>{t("check.weak")}</summary>
          {kinds.filter(isWeak).map(section)}
        </details>
      )}
      {canLock && (
        <div className="actions">
          <ButtonLink label={t("check.toDraw")} look="secondary" href={`/draw-desk/${codeId}/${accessCode}?checked`} />
        </div>
      )}
    </>
  );
}

/** A shop's network and a kind of phone are shared by many strangers: they stand last, folded. */
function isWeak({ kind }: KindView): boolean {
  return kind === "network" || kind === "device";
}

function DecisionNotice({ result: { typed, done, refusal } }: { readonly result: DecisionResult }) {
  const { t } = useTranslation(["desk", "messages"]);
  if (done) return <Notice kind="success">{t(`check.done.${typed.action}`, done)}</Notice>;
  const fields = Object.values(refusal?.errors ?? {}).flat();
  const reasons = fields.length > 0 ? fields : (refusal?.summary ?? []);
  const texts = reasons.map(({ key, params }) => t(key, { ns: "messages", ...params }));
  return <Notice kind="error">{[t("check.failed"), ...texts].join(" ")}</Notice>;
}
