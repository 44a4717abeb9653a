import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/i18n/languages.ts";
import { NEWS_LIMITS } from "#src/news/limits.ts";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { FormSection } from "../../ui/form-section.tsx";
import type { NewsFormValues } from "./read-news-form.ts";

// The maxlength of a text, ten times its limit: browsers cut pasted text there. The server refuses text over its limit.
const TEXT_ROOM = 10 * NEWS_LIMITS.text;

type NewsFormProps = {
  /** The draft to edit. Null for a new one. */
  readonly id: string | null;
  readonly values: NewsFormValues;
  readonly refusal: RefusalView | null;
};

/** A subject and a text for each language of the news. Saving sends nothing. */
export function NewsForm({ id, values, refusal }: NewsFormProps) {
  const { t } = useTranslation("accounts");
  const nameOf = (field: string) => LANGUAGE_NAMES[LANGUAGES.find((one) => field.startsWith(`${one}.`)) ?? "en"];
  return (
    <form
      method="post"
      action={id === null ? "/admin/news" : `/admin/news?draft=${id}`}
      noValidate
      className="form"
      data-draft={`news:${id ?? "new"}`}
      data-failed={t("admin.failed")}
    >
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && <ErrorSummary heading={t("admin.failed")} refusal={refusal} nameOf={nameOf} />}
        <input type="hidden" name="news" value={id ?? ""} />
        <h2>{t(id === null ? "news.write" : "news.change")}</h2>
        <p className="hint">{t("news.writeHint")}</p>
        {LANGUAGES.map((language) => (
          <FormSection key={language} title={LANGUAGE_NAMES[language]}>
            <TextField
              name={`${language}.subject`}
              label={t("news.subject")}
              maxLength={NEWS_LIMITS.subject}
              defaultValue={values[language].subject}
              autoComplete="off"
            />
            <TextField
              name={`${language}.text`}
              label={t("news.text")}
              maxLength={TEXT_ROOM}
              defaultValue={values[language].text}
              rows={8}
            />
          </FormSection>
        ))}
        <button type="submit" name="intent" value="save" className="button button-primary">
          {t("news.save")}
        </button>
      </FormErrorsProvider>
    </form>
  );
}
