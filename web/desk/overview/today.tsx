import { useTranslation } from "react-i18next";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/overview.route.ts";
import { TimesForm } from "./times-form.tsx";
import "./today.css";

/** What an organiser comes for: the next step, the evening's times, the counter, and what is new. */
export function Today({ loaderData, actionData: result }: Route.ComponentProps) {
  const { raffle, next, rehearse, post, evening, times, counter, handOver, linksFull, news, saved, photos } =
    loaderData;
  const { t } = useTranslation("desk");
  return (
    <div className="today">
      {saved && <Notice kind="success">{saved}</Notice>}
      {linksFull && (
        <Notice kind="error">
          {t("today.counter.linksFull")} <a href={linksFull}>{t("today.counter.toLinks")}</a>
        </Notice>
      )}
      <p className="actions next-step">
        <ButtonLink label={next.label} look="primary" href={next.href} />
        {rehearse && <ButtonLink label={t("today.rehearse")} look="quiet" href={rehearse} />}
        {post && <ButtonLink label={t("today.post")} href={post} />}
        {photos && <ButtonLink {...photos} />}
      </p>
      {counter.length > 0 && (
        <nav className="actions today-counter" aria-label={t("today.counter.heading")}>
          {counter.map(({ label, href }) => (
            <ButtonLink key={href} label={label} href={href} />
          ))}
        </nav>
      )}
      {handOver && (
        <form method="post" action={handOver.to} className="today-hand-over on-screen" data-forgets="">
          <Submit label={t("today.counter.handOver")} />
          <p className="hint">{t("today.counter.handOverHint", handOver)}</p>
        </form>
      )}
      <FormSection title={t("today.evening.heading")}>
        <ol className="evening">
          {evening.map(({ name, label, at, state, gets }) => (
            <li key={name} data-state={state} aria-current={state === "now" ? "step" : undefined}>
              <h3>{label}</h3>
              {at && <time dateTime={at.iso}>{at.text}</time>}
              <p className="hint">{gets.join(" ")}</p>
            </li>
          ))}
        </ol>
        {/* Saved times have another version: the fields show them, and not what was typed. */}
        {times && <TimesForm key={times.version} times={times} codeId={raffle.codeId} result={result} />}
      </FormSection>
      {news && (
        <FormSection title={t("today.news.heading", { since: news.since })}>
          {news.entries > 0 && <p>{t("today.news.entries", { count: news.entries })}</p>}
          <ul>
            {news.lines.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
          {news.lines.length > 0 && <a href={news.log}>{t("today.news.all")}</a>}
        </FormSection>
      )}
    </div>
  );
}
