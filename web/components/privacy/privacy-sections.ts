import { type LegalSection, legalSection } from "../legal-page/legal-section.ts";

/** The sections in their order; what they say is in the catalogue, and true of the program. */
export const PRIVACY_SECTIONS: readonly LegalSection[] = [
  legalSection("responsible", "responsible", "operator", "organiser"),
  legalSection(
    "entries",
    "entries",
    { text: "kept", list: ["person", "links", "choices", "consent", "traces"] },
    "why",
    "paper",
  ),
  legalSection("duration", "duration", "promise", "all", "sooner", "backups"),
  legalSection("seen", "seen", { text: "who", list: ["organiser", "code", "admins", "operator"] }, "files", "nobody"),
  legalSection("accounts", "accounts", "kept", "sessions", "log"),
  legalSection("mail", "mail", "kept", "promotions"),
  legalSection("cookies", "cookies", { text: "which", list: ["language", "desk", "session"] }, "necessary"),
  legalSection("visits", "visits", "addresses", "log", "frames"),
  legalSection("rights", "rights", { text: "yours", list: ["download", "erase", "correct", "ask"] }, "authority"),
  legalSection("contact", "contact", "raffle"),
];
