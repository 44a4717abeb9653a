import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/i18n/languages.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import "./language-switch.css";

/** The folded switch shows the page's language, or a globe where the name does not fit. */
export function LanguageMenu() {
  const { t } = useTranslation("site");
  const { language } = usePageTexts();
  return (
    <details className="language-menu" data-menu>
      <summary>
        <Globe />
        <span className="visually-hidden">{t("language")}: </span>
        <span className="language-menu-name">{LANGUAGE_NAMES[language]}</span>
      </summary>
      <div className="site-menu-panel">
        <LanguageSwitch />
      </div>
    </details>
  );
}

/** The languages, each under its own name. Choosing one reloads this page in it. */
export function LanguageSwitch() {
  const { t } = useTranslation("site");
  const { language } = usePageTexts();
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/language" className="language-switch" aria-label={t("language")}>
      <input type="hidden" name="to" value={pathname + search} />
      {LANGUAGES.map((known) => (
        <button
          key={known}
          type="submit"
          name="language"
          value={known}
          lang={known}
          aria-current={known === language ? "true" : undefined}
        >
          {LANGUAGE_NAMES[known]}
        </button>
      ))}
    </form>
  );
}

function Globe() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9.5" />
      <path d="M2.5 12h19M12 2.5c3.2 2.6 4.6 5.8 4.6 9.5s-1.4 6.9-4.6 9.5c-3.2-2.6-4.6-5.8-4.6-9.5s1.4-6.9 4.6-9.5Z" />
    </svg>
  );
}
