import { readOwnPage } from "#src/http/custom-page.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatDate } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import { UNENTERED_DAYS } from "#src/raffles/limits.ts";
import type { Route } from "./+types/terms.route.ts";
import { OwnPage } from "./custom-page.tsx";
import { LegalPage } from "./legal-page.tsx";
import { TERMS_SECTIONS } from "./terms-sections.ts";

// Calendar days are the same everywhere, so reading and formatting use one zone.
const EFFECTIVE = "2025-01-01";
const UPDATED = "2025-06-01";

export const handle: PageHandle = { cached: { shows: "own-page" } };

export async function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const day = (iso: string) => ({ iso, text: formatDate(new Date(iso), language, "UTC") });
  return {
    own: await readOwnPage(config.dataDir, "terms", language),
    title: translate(language, { key: "pages:terms.heading" }),
    values: { productName: config.productName, unentered: UNENTERED_DAYS },
    operatorEmail: config.operatorEmail ?? null,
    effective: day(EFFECTIVE),
    updated: day(UPDATED),
    meta: { path: "terms", description: translate(language, { key: "pages:terms.description" }) },
  };
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { own, title, values, operatorEmail, effective, updated } = loaderData;
  if (own) return <OwnPage page={own} title={title} />;
  return (
    <LegalPage
      page="terms"
      sections={TERMS_SECTIONS}
      effective={effective}
      updated={updated}
      operatorEmail={operatorEmail}
      values={values}
    />
  );
}
