import { readOwnPage } from "#src/http/custom-page.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { RETENTION_DAYS, UNENTERED_DAYS } from "#src/raffles/limits.ts";
import { siteLoader } from "../../requests/screens.ts";
import type { Route } from "./+types/privacy.route.ts";
import { LegalPage } from "./legal-page.tsx";
import { PRIVACY_SECTIONS } from "./privacy-sections.ts";

const EFFECTIVE = "2026-11-22";

export const handle: PageHandle = { cached: { shows: "own-page" } };

export const loader = siteLoader("pages:privacy.description", async ({ site: { config }, language }) => ({
  own: await readOwnPage(config.dataDir, "privacy", language),
  operatorEmail: config.operatorEmail ?? null,
  values: {
    productName: config.productName,
    ...RETENTION_DAYS,
    unentered: UNENTERED_DAYS,
    years: config.winnerRecordYears,
  },
}));

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="privacy" sections={PRIVACY_SECTIONS} effective={EFFECTIVE} {...loaderData} />;
}
