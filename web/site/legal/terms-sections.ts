import { type LegalSection, legalSection } from "./legal-section.ts";

/** The nine sections in their order; what they say is in the catalogue. */
export const TERMS_SECTIONS: readonly LegalSection[] = [
  legalSection("acceptance", "acceptance", "agree", "age", "words"),
  legalSection(
    "information",
    "information",
    { text: "kept", list: ["keptPerson", "keptLinks", "keptChoices", "keptConsent"] },
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
