import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#src/i18n/languages.ts";
import { ChecksSection } from "../../draw-checks/draw-checks.tsx";
import { type PageTexts, PageTextsProvider } from "../../page/page-texts.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";

/** The offline page in one language; styles show the one that the address names after "#". */
export function OfflineLanguage({ texts }: { readonly texts: PageTexts }) {
  return (
    <PageTextsProvider texts={texts}>
      <Main id={texts.language} />
    </PageTextsProvider>
  );
}

function Main({ id }: { readonly id: Language }) {
  const { t } = useTranslation("draws");
  return (
    <main className="page" id={id} lang={id}>
      <nav className="actions" aria-label={t("verify.languages")}>
        {LANGUAGES.map((language) => (
          <a key={language} href={`#${language}`} lang={language} aria-current={language === id ? "true" : undefined}>
            {LANGUAGE_NAMES[language]}
          </a>
        ))}
      </nav>
      <PageHeading title={t("verify.heading")} lead={t("verify.offlineLead")} />
      <ChecksSection />
    </main>
  );
}
