/**
 * The folders of src/ and web/ as layers: a row may import only from rows above it, and folders on one row do not
 * import each other. docs/decisions/0002-import-layers.md says why; import-rules.ts makes the rules of it.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ["src/base"],
  ["src/config", "src/i18n"],
  ["src/db"],
  ["src/jobs"],
  ["src/mail"],
  ["src/access"],
  ["src/events"],
  ["src/raffles"],
  ["src/entries"],
  ["src/news"],
  ["src/draws"],
  ["src/export"],
  ["src/api"],
  ["src/server", "web"],
  ["src/cli"],
];

/** The folders whose file names are a closed vocabulary: what the product knows, without HTTP and without React. */
export const FEATURES: readonly string[] = [
  "src/mail",
  "src/access",
  "src/events",
  "src/raffles",
  "src/entries",
  "src/news",
  "src/draws",
  "src/export",
];
