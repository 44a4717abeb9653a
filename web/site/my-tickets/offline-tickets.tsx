import { useTranslation } from "react-i18next";
import { type PageTexts, PageTextsProvider } from "../../page/page-texts.tsx";
import { Logo } from "../../theme/logo.tsx";
import { MyTickets } from "./my-tickets.tsx";

type OfflineTicketsProps = { readonly texts: PageTexts; readonly productName: string };

/** The offline page in one language; styles show that of the document. */
export function OfflineTickets({ texts, productName }: OfflineTicketsProps) {
  return (
    <PageTextsProvider texts={texts}>
      <Main language={texts.language} productName={productName} />
    </PageTextsProvider>
  );
}

function Main({ language, productName }: { readonly language: string; readonly productName: string }) {
  const { t } = useTranslation("pages");
  return (
    <main className="page" lang={language} data-language={language}>
      <p className="offline-brand">
        <Logo size={36} />
        {productName}
      </p>
      <MyTickets lead={t("tickets.offline")} />
      <p>
        <button type="button" className="button button-primary" data-reload="">
          {t("tickets.reload")}
        </button>
      </p>
    </main>
  );
}
