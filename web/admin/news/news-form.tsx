import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/i18n/languages.ts";
import { NEWS_LIMITS } from "#src/news/limits.ts";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
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
    <RefusableForm
      action={id === null ? "/admin/news" : `/admin/news?draft=${id}`}
      draft={`news:${id ?? "new"}`}
      heading={t("admin.failed")}
      refusal={refusal}
      nameOf={nameOf}
    >
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
      <Submit label={t("news.save")} look="primary" intent="save" />
    </RefusableForm>
  );
}
