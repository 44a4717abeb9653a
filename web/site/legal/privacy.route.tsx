import { readOwnPage } from "#src/http/custom-page.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { RETENTION_DAYS, UNENTERED_DAYS } from "#src/raffles/limits.ts";
import { siteOperator } from "../../page/site-operator.ts";
import { siteLoader } from "../../requests/screens.ts";
import type { Route } from "./+types/privacy.route.ts";
import { LegalPage } from "./legal-page.tsx";
import { type LegalSection, legalSection } from "./legal-section.ts";

const EFFECTIVE = "2026-11-27";

export const handle: PageHandle = { cached: { shows: "own-page" } };

export const loader = siteLoader("pages:privacy.description", async ({ site: { config }, language }) => ({
  own: await readOwnPage(config.dataDir, "privacy", language),
  operator: siteOperator(config),
  values: {
    productName: config.productName,
    ...RETENTION_DAYS,
    unentered: UNENTERED_DAYS,
    // Of years: the only number here that decides a word's form.
    count: config.winnerRecordYears,
  },
}));

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="privacy" sections={PRIVACY_SECTIONS} effective={EFFECTIVE} {...loaderData} />;
}

/** The sections in order. Their texts are in the catalogue and must match what the program does. */
const PRIVACY_SECTIONS: readonly LegalSection[] = [
  legalSection("responsible", "responsible", "operator", "organiser"),
  legalSection(
    "entries",
    "entries",
    { text: "stored", list: ["person", "links", "choices", "consent", "signals", "traces"] },
    "why",
    "paper",
  ),
  legalSection("duration", "duration", "promise", "all", "sooner", "claims", "winners", "unentered", "backups"),
  legalSection(
    "seen",
    "seen",
    { text: "who", list: ["organiser", "helper", "code", "admins", "operator"] },
    "draw",
    "files",
    "nobody",
  ),
  legalSection("accounts", "accounts", "stored", "sessions", "log"),
  legalSection("mail", "mail", "stored", "promotions", "stops"),
  legalSection(
    "cookies",
    "cookies",
    { text: "which", list: ["language", "desk", "helper", "slips", "visit", "columns", "entry", "session", "mark"] },
    "necessary",
    "remembered",
    "push",
    "trusted",
    "offline",
  ),
  legalSection("visits", "visits", "addresses", "log", "frames"),
  legalSection("rights", "rights", { text: "yours", list: ["download", "erase", "correct", "ask"] }, "authority"),
  legalSection("contact", "contact", "raffle"),
];
