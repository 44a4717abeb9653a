/** One paragraph of the terms by its key in the catalogue, and the list that it leads in. */
export type TermsBlock = { readonly text: string; readonly list?: readonly string[] };

type TermsSection = {
  readonly key: string;
  /** The section's address on the page: others link to it. */
  readonly anchor: string;
  readonly blocks: readonly TermsBlock[];
};

/** The nine sections in their order; what they say is in the catalogue. */
export const TERMS_SECTIONS: readonly TermsSection[] = [
  section("acceptance", "acceptance", "agree", "age", "words"),
  section(
    "information",
    "information",
    { text: "kept", list: ["keptPerson", "keptLinks", "keptChoices", "keptConsent"] },
    "use",
    "code",
    "promotions",
    "browsing",
    "rights",
  ),
  section("participation", "participation", "rules", "due", "drops", "final", "wishes", "draw", "claim"),
  section(
    "fairUse",
    "fair-use",
    "honest",
    { text: "no", list: ["noMany", "noCodes", "noHarm", "noOffend"] },
    "consequence",
  ),
  section("property", "property", "ours", "theirs", "networks"),
  section("liability", "liability", "organisers", "asIs", "limit"),
  section("businesses", "businesses", "sponsors", "relation", "partners"),
  section("updates", "updates", "change", "running"),
  section("contact", "contact", "raffle"),
];

function section(key: string, anchor: string, ...blocks: readonly (string | TermsBlock)[]): TermsSection {
  return { key, anchor, blocks: blocks.map((block) => (typeof block === "string" ? { text: block } : block)) };
}
