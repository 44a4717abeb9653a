import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Moment } from "../../ui/moment.tsx";

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
              <Moment at={at} />
              {" · "}
              {actor}
            </p>
            {isStopped && <p className="chip">{t("news.stopped")}</p>}
            <dl className="account-facts">
              {numbers.map(({ name, count }) => (
                <Fact key={name} label={t(`news.numbers.${name}`)} value={count} />
              ))}
            </dl>
            {isOnItsWay && (
              <form method="post" action="/admin/news">
                <input type="hidden" name="news" value={id} />
                <Submit label={t("news.stop")} intent="stop" aria-label={t("news.stopOf", { subject })} />
              </form>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
