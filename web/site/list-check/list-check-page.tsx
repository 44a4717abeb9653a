import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink, ScriptButton } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/list-check.route.ts";
import "../certificate/certificate.css";

/** What was found in a list and decided before it was locked, on one sheet. It names no entrant. */
export function ListCheckPage({ loaderData: { raffle, check, isLocked } }: Route.ComponentProps) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  const draw = `/raffle/${raffle.codeId}/draw`;
  if (!check) {
    return (
      <>
        <PageHeading title={raffle.name} />
        <Notice kind="info">{t(isLocked ? "listCheck.notChecked" : "listCheck.notYet")}</Notice>
        <div className="actions">
          <ButtonLink label={t("certificate.toDraw")} look="primary" href={draw} />
        </div>
      </>
    );
  }
  const { sameGroups, differentGroups, otherGroups, openGroups, outAsSame, outOtherwise } = check;
  const groups = sameGroups + differentGroups + otherGroups + openGroups;
  const isWhole = openGroups === 0 && check.isComplete;
  const count = (key: "same" | "different" | "other" | "open", of: number) =>
    of > 0 ? { label: t(`listCheck.${key}`), value: t("listCheck.groups", { count: of }) } : null;
  const out = (key: "outAsSame" | "outOtherwise", of: number) => ({
    label: t(`listCheck.${key}`),
    value: of > 0 ? t("listCheck.entries", { count: of }) : t("listCheck.none"),
  });
  const found = [
    { label: t("listCheck.compared"), value: t("listCheck.entries", { count: check.entries }) },
    {
      label: t("listCheck.found"),
      value: groups > 0 ? t("listCheck.groups", { count: groups }) : t("listCheck.nothing"),
    },
    count("same", sameGroups),
    count("different", differentGroups),
    count("other", otherGroups),
    count("open", openGroups),
    out("outAsSame", outAsSame),
    out("outOtherwise", outOtherwise),
  ].filter((fact) => fact !== null);
  const facts = [
    { label: t("listCheck.by"), value: t("listCheck.organiser") },
    { label: t("listCheck.at"), value: t("certificate.moment", timestamp(check.checkedAt)) },
    { label: t("listCheck.locked"), value: t("certificate.moment", timestamp(check.lockedAt)) },
    { label: t("listCheck.list"), value: t("certificate.tickets", { count: check.tickets }) },
  ];
  return (
    <article className="certificate stack-3">
      <p className="actions">
        <ScriptButton label={t("certificate.print")} look="primary" data-print="" />
        <ButtonLink label={t("certificate.toDraw")} look="quiet" href={draw} />
      </p>
      <div className="certificate-sheet">
        <header>
          <p className="certificate-kind">{raffle.name}</p>
          <h1>{t(isWhole ? "listCheck.heading" : "listCheck.partly")}</h1>
          {raffle.shop && <p>{raffle.shop}</p>}
        </header>
        <Facts facts={found} className="certificate-prizes" />
        <div className="certificate-proof">
          <Facts facts={facts} />
        </div>
        <p>
          {[t("listCheck.claim"), check.isComplete ? "" : t("listCheck.incomplete"), t("listCheck.limit")].join(" ")}
        </p>
      </div>
    </article>
  );
}

type FactsProps = {
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly className?: string;
};

function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
