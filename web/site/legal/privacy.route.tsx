import { readOwnPage } from "#src/http/custom-page.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatDate } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import { RETENTION_DAYS, UNENTERED_DAYS } from "#src/raffles/limits.ts";
import type { Route } from "./+types/privacy.route.ts";
import { OwnPage } from "./custom-page.tsx";
import { LegalPage } from "./legal-page.tsx";
import { PRIVACY_SECTIONS } from "./privacy-sections.ts";

// A calendar day is the same everywhere, so reading and formatting use one zone.
const EFFECTIVE = "2026-11-22";

export const handle: PageHandle = { cached: { shows: "own-page" } };

export async function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  return {
    own: await readOwnPage(config.dataDir, "privacy", language),
    title: translate(language, { key: "pages:privacy.heading" }),
    operatorEmail: config.operatorEmail ?? null,
    effective: { iso: EFFECTIVE, text: formatDate(new Date(EFFECTIVE), language, "UTC") },
    values: {
      productName: config.productName,
      ...RETENTION_DAYS,
      unentered: UNENTERED_DAYS,
      years: config.winnerRecordYears,
    },
    meta: { path: "privacy", description: translate(language, { key: "pages:privacy.description" }) },
  };
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const { own, title, operatorEmail, effective, values } = loaderData;
  if (own) return <OwnPage page={own} title={title} />;
  return (
    <LegalPage
      page="privacy"
      sections={PRIVACY_SECTIONS}
      effective={effective}
      operatorEmail={operatorEmail}
      values={values}
    />
  );
}
