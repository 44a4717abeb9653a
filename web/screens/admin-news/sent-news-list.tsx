import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import { FormSection } from "../../ui/form-section.tsx";

export type SentNewsView = {
  readonly id: string;
  readonly subject: string;
  readonly actor: string;
  readonly at: FormattedTimestamp;
  readonly isOnItsWay: boolean;
  readonly isStopped: boolean;
  readonly numbers: readonly {
    readonly name: "people" | "sent" | "waiting" | "failed" | "dropped" | "forgotten";
    readonly count: string;
  }[];
};

/** The sent news with their results, and a button that stops a sending in progress. */
export function SentNewsList({ sent }: { readonly sent: readonly SentNewsView[] }) {
  const { t } = useTranslation("accounts");
  return (
    <FormSection title={t("news.sentNews")}>
      {sent.length === 0 && <p>{t("news.none")}</p>}
      <ul className="account-list">
        {sent.map(({ id, subject, actor, at, isOnItsWay, isStopped, numbers }) => (
          <li key={id}>
            <h3>{subject}</h3>
            <p>
              <time dateTime={at.iso}>
                {at.date}, {at.time}
              </time>
              {" · "}
              {actor}
            </p>
            {isStopped && <p className="chip">{t("news.stopped")}</p>}
            <dl className="account-facts">
              {numbers.map(({ name, count }) => (
                <div key={name}>
                  <dt>{t(`news.numbers.${name}`)}</dt>
                  <dd>{count}</dd>
                </div>
              ))}
            </dl>
            {isOnItsWay && (
              <form method="post" action="/admin/news" data-failed={t("admin.failed")}>
                <input type="hidden" name="news" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="stop"
                  className="button"
                  aria-label={t("news.stopOf", { subject })}
                >
                  {t("news.stop")}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
