import { useTranslation } from "react-i18next";
import { formatCount } from "#src/i18n/numbers.ts";
import { textFor } from "#src/news/rules.ts";
import type { SentNews } from "#src/news/schema.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { When } from "../../ui/when.tsx";

const NUMBERS = ["people", "sent", "waiting", "failed", "dropped", "forgotten"] as const;

/** The sent news with their results, and a button that stops a sending in progress. */
export function SentNewsList({ sent }: { readonly sent: readonly SentNews[] }) {
  const { t } = useTranslation("accounts");
  return (
    <FormSection title={t("news.sentNews")}>
      {sent.length === 0 && <p>{t("news.none")}</p>}
      <ul className="account-list">
        {sent.map((news) => (
          <SentItem key={news.id} news={news} />
        ))}
      </ul>
    </FormSection>
  );
}

function SentItem({ news }: { readonly news: SentNews }) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const { id, texts, actor, state, begunAt, createdAt } = news;
  const { subject } = textFor(texts, language);
  const isOnItsWay = state === "filling" || (state === "filled" && news.waiting > 0);
  const numbers = NUMBERS.filter((name) => news[name] > 0 || name === "people" || name === "sent");
  return (
    <li>
      <h3>{subject}</h3>
      <p>
        <When at={begunAt ?? createdAt} />
        {" · "}
        {actor}
      </p>
      {state === "stopped" && <p className="chip">{t("news.stopped")}</p>}
      <dl className="account-facts">
        {numbers.map((name) => (
          <Fact key={name} label={t(`news.numbers.${name}`)} value={formatCount(news[name], language)} />
        ))}
      </dl>
      {isOnItsWay && (
        <form method="post" action="/admin/news">
          <input type="hidden" name="news" value={id} />
          <Submit label={t("news.stop")} intent="stop" aria-label={t("news.stopOf", { subject })} />
        </form>
      )}
    </li>
  );
}
