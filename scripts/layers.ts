/**
 * The folders of src/ and web/ as layers: a row may import only from rows above it, and folders on one row do not
 * import each other. docs/decisions/0002-import-layers.md says why; import-rules.ts makes the rules of it.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ["src/base"],
  ["src/config", "src/i18n"],
  ["src/db"],
  ["src/jobs", "src/tlog"],
  ["src/mail", "src/backup"],
  ["src/rate-limits", "src/contact"],
  ["src/access"],
  ["src/accounts", "src/webhooks"],
  ["src/push"],
  ["src/events"],
  ["src/raffles"],
  ["src/entries"],
  ["src/news", "src/earning"],
  ["src/draws"],
  ["src/claims"],
  ["src/tickets"],
  ["src/export"],
  ["src/admin"],
  ["src/http"],
  ["src/api"],
  ["src/server", "web"],
  ["src/build"],
  ["src/app", "src/demo"],
  ["src/cli"],
];

/** Folders whose file names are a closed vocabulary. They hold the product's logic, without HTTP and React. */
export const FEATURES: readonly string[] = [
  "src/tlog",
  "src/mail",
  "src/rate-limits",
  "src/contact",
  "src/access",
  "src/accounts",
  "src/webhooks",
  "src/push",
  "src/events",
  "src/raffles",
  "src/entries",
  "src/news",
  "src/earning",
  "src/draws",
  "src/claims",
  "src/tickets",
  "src/export",
  "src/admin",
];
