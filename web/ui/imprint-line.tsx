import { Trans, useTranslation } from "react-i18next";
import { SentenceLink } from "./sentence-link.tsx";

/** Leads to the operator's legal notice. */
export function ImprintLine({ className }: { readonly className?: string }) {
  const { t } = useTranslation("pages");
  return (
    <p className={className}>
      <Trans t={t} i18nKey="imprint.who" components={{ imprint: <SentenceLink href="/imprint" /> }} />
    </p>
  );
}
