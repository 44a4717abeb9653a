import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { Notice } from "../../ui/page-parts.tsx";
import { LockCard } from "../../ui/share-links/lock-card.tsx";
import type { Route } from "./+types/list-draw.route.ts";

type Drawn = Extract<NonNullable<NonNullable<Route.ComponentProps["actionData"]>["done"]>, { drawn: unknown }>["drawn"];

/** The receipt of a locked list: the way on, what to post before the number comes, and the codes. */
export function ListLocked({ drawn }: { readonly drawn: Drawn }) {
  const { t } = useTranslation(["draws", "raffles"]);
  const timestamp = useTimestamps();
  const focus = useAnswerFocus<HTMLHeadingElement>(true);
  const { codeId, accessCode, name, drawAt, lock } = drawn;
  return (
    <section className="receipt stack-4" aria-labelledby="locked-heading">
      <Notice kind="success">{t("list.locked")}</Notice>
      <h1 id="locked-heading" {...focus}>
        {name}
      </h1>
      <p>{t("list.lockedLead", { ...timestamp(drawAt) })}</p>
      <div className="actions">
        <ButtonLink label={t("list.toDesk")} look="primary" href={`/draw-desk/${codeId}/${accessCode}`} />
      </div>
      <LockCard name={name} lock={lock} drawAt={drawAt} />
      <div className="stack-3">
        <CodeTicket label={t("raffles:created.raffleCode")} code={codeId} />
        <CodeTicket label={t("raffles:created.accessCode")} code={accessCode} />
      </div>
      <Notice kind="info">{t("raffles:created.keep")}</Notice>
      <div className="actions">
        <ButtonLink label={t("list.toNames")} href={`/draw-list/${codeId}/${accessCode}`} />
        <ButtonLink label={t("list.toDraw")} href={`/raffle/${codeId}/draw`} />
        <ButtonLink label={t("list.another")} href="/draw-from-list" />
      </div>
    </section>
  );
}
