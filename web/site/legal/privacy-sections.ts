import { type LegalSection, legalSection } from "./legal-section.ts";

/** The sections in order. Their texts are in the catalogue and must match what the program does. */
export const PRIVACY_SECTIONS: readonly LegalSection[] = [
  legalSection("responsible", "responsible", "operator", "organiser"),
  legalSection(
    "entries",
    "entries",
    { text: "kept", list: ["person", "links", "choices", "consent", "signals", "traces"] },
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
  legalSection("accounts", "accounts", "kept", "sessions", "log"),
  legalSection("mail", "mail", "kept", "promotions", "stops"),
  legalSection(
    "cookies",
    "cookies",
    { text: "which", list: ["language", "desk", "helper", "columns", "entry", "session", "mark"] },
    "necessary",
    "remembered",
  ),
  legalSection("visits", "visits", "addresses", "log", "frames"),
  legalSection("rights", "rights", { text: "yours", list: ["download", "erase", "correct", "ask"] }, "authority"),
  legalSection("contact", "contact", "raffle"),
];
