import { readOwnPage } from "#src/http/custom-page.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { UNENTERED_DAYS } from "#src/raffles/limits.ts";
import { siteOperator } from "../../page/site-operator.ts";
import { siteLoader } from "../../requests/screens.ts";
import type { Route } from "./+types/terms.route.ts";
import { LegalPage } from "./legal-page.tsx";
import { type LegalSection, legalSection } from "./legal-section.ts";

const EFFECTIVE = "2025-01-01";
const UPDATED = "2025-06-01";

export const handle: PageHandle = { cached: { shows: "own-page" } };

export const loader = siteLoader("pages:terms.description", async ({ site: { config }, language }) => ({
  own: await readOwnPage(config.dataDir, "terms", language),
  operator: siteOperator(config),
  values: { productName: config.productName, unentered: UNENTERED_DAYS },
}));

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="terms" sections={TERMS_SECTIONS} effective={EFFECTIVE} updated={UPDATED} {...loaderData} />;
}

/** The nine sections in their order; what they say is in the catalogue. */
const TERMS_SECTIONS: readonly LegalSection[] = [
  legalSection("acceptance", "acceptance", "agree", "age", "words"),
  legalSection(
    "information",
    "information",
    { text: "stored", list: ["storedPerson", "storedLinks", "storedChoices", "storedConsent"] },
    "use",
    "code",
    "promotions",
    "browsing",
    "rights",
  ),
  legalSection("participation", "participation", "rules", "due", "drops", "final", "wishes", "draw", "claim"),
  legalSection(
    "fairUse",
    "fair-use",
    "honest",
    { text: "no", list: ["noMany", "noCodes", "noHarm", "noOffend"] },
    "consequence",
  ),
  legalSection("property", "property", "ours", "theirs", "unentered", "networks"),
  legalSection("liability", "liability", "organisers", "asIs", "limit"),
  legalSection("businesses", "businesses", "sponsors", "relation", "partners"),
  legalSection("updates", "updates", "change", "running"),
  legalSection("contact", "contact", "raffle"),
];
