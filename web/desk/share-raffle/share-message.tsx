import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#src/i18n/languages.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { ShareLinks } from "../../ui/share-links/share-links.tsx";
import script from "./drive-message.ts?inline-script";

export type ShareMessageProps = {
  /** The draft that fits now. */
  readonly text: string;
  /** The address that follows it. */
  readonly link: string;
  readonly language: Language;
};

/** What an organiser tells people: a draft to change, and ways to send it. Without scripts the ways send the draft. */
export function ShareMessage({ text, link, language }: ShareMessageProps) {
  const { t } = useTranslation(["desk", "site"]);
  const { nonce } = usePageTexts();
  return (
    <FormSection title={t("share.textLabel")} hint={t("share.textHint")}>
      <nav aria-label={t("share.textLanguage")}>
        <ul className="share-languages">
          {LANGUAGES.map((each) => (
            <li key={each}>
              <a href={`?text=${each}`} lang={each} aria-current={each === language || undefined}>
                {LANGUAGE_NAMES[each]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="share-message" data-message={link}>
        <textarea className="input" aria-label={t("share.textLabel")} rows={5} lang={language} defaultValue={text} />
        <button
          type="button"
          className="button button-primary needs-script"
          data-copy={`${text} ${link}`}
          data-copied={t("site:copied")}
        >
          {t("share.copyText")}
        </button>
        <ShareLinks link={link} text={text} />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, named in the page's policy by its hash */}
      <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </FormSection>
  );
}
