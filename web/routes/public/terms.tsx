import { readOwnPage } from "#src/api/own-page.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { formatDate } from "#src/i18n/format.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { LegalPage } from "../../components/legal-page/legal-page.tsx";
import { OwnPage } from "../../components/own-page/own-page.tsx";
import { TERMS_SECTIONS } from "../../components/terms/terms-sections.ts";
import { pageMeta } from "../../page-meta.ts";
import type { Route } from "./+types/terms.ts";

// Days of the calendar, the same everywhere: read and shown in one zone.
const EFFECTIVE = "2025-01-01";
const UPDATED = "2025-06-01";

export async function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const day = (iso: string) => ({ iso, text: formatDate(new Date(iso), language, "UTC") });
  return {
    own: await readOwnPage(config.dataDir, "terms", language),
    title: sentence(language, { key: "pages:terms.heading" }),
    productName: config.productName,
    operatorEmail: config.operatorEmail ?? null,
    effective: day(EFFECTIVE),
    updated: day(UPDATED),
    meta: {
      path: "terms",
      productName: config.productName,
      origin: config.origin,
      canonicalPath: "/terms",
      description: sentence(language, { key: "pages:terms.description" }),
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { own, title, productName, operatorEmail, effective, updated } = loaderData;
  if (own) return <OwnPage page={own} title={title} />;
  return (
    <LegalPage
      page="terms"
      sections={TERMS_SECTIONS}
      effective={effective}
      updated={updated}
      operatorEmail={operatorEmail}
      values={{ productName }}
    />
  );
}
