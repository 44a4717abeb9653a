import { useTranslation } from "react-i18next";
import { partsOfProse } from "#src/base/prose.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/i18n/languages.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import type { NewsText } from "#src/news/schema.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { Route } from "./+types/admin-news.route.ts";
import "./admin-news.css";

type NewsDraftProps = { readonly draft: NonNullable<Route.ComponentProps["loaderData"]["draft"]> };

/** A preview of the news, and the buttons that send it: a test first, then to all recipients. */
export function NewsDraft({ draft }: NewsDraftProps) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const { id, texts, people } = draft;
  const number = formatCount(people, language);
  return (
    <FormSection title={t("news.look")} hint={t("news.lookHint")}>
      {LANGUAGES.map((one) => texts[one] && <NewsPreview key={one} language={one} news={texts[one]} />)}
      <p>{people === 0 ? t("news.nobody") : t("news.people", { count: people, number })}</p>
      <form method="post" action={`/admin/news?draft=${id}`} className="actions">
        <input type="hidden" name="news" value={id} />
        <Submit label={t("news.test")} intent="test" />
        <Submit label={t("news.discard")} intent="discard" />
        {people > 0 && <Submit label={t("news.send", { count: people, number })} look="primary" intent="send" />}
      </form>
    </FormSection>
  );
}

function NewsPreview({ language, news }: { readonly language: (typeof LANGUAGES)[number]; readonly news: NewsText }) {
  return (
    <article className="news-preview">
      <p className="chip">{LANGUAGE_NAMES[language]}</p>
      <h3 lang={language}>{news.subject}</h3>
      <p lang={language} className="news-preview-text">
        {partsOfProse(news.text).map(({ at, text, isLink }) =>
          isLink ? (
            <a key={at} href={text}>
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
    </article>
  );
}
