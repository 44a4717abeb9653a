import { readOwnPage } from "#src/api/own-page.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { formatDate } from "#src/i18n/format.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { RETENTION_DAYS } from "#src/raffles/limits.ts";
import { LegalPage } from "../../components/legal-page/legal-page.tsx";
import { OwnPage } from "../../components/own-page/own-page.tsx";
import { PRIVACY_SECTIONS } from "../../components/privacy/privacy-sections.ts";
import { pageMeta } from "../../page-meta.ts";
import type { Route } from "./+types/privacy.ts";

// A day of the calendar, the same everywhere: read and shown in one zone.
const EFFECTIVE = "2026-11-21";

export async function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  return {
    own: await readOwnPage(config.dataDir, "privacy", language),
    title: sentence(language, { key: "pages:privacy.heading" }),
    operatorEmail: config.operatorEmail ?? null,
    effective: { iso: EFFECTIVE, text: formatDate(new Date(EFFECTIVE), language, "UTC") },
    values: { productName: config.productName, ...RETENTION_DAYS },
    meta: {
      path: "privacy",
      productName: config.productName,
      origin: config.origin,
      canonicalPath: "/privacy",
      description: sentence(language, { key: "pages:privacy.description" }),
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

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
