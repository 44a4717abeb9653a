import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server.node";
import { catalogues } from "#src/i18n/catalogues.ts";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import base from "../../theme/base.css?inline";
import tokens from "../../theme/tokens.css?inline";
import driver from "../../ui/tickets/drive-tickets.ts?inline-script";
import chooseLanguage from "./choose-language.ts?inline-script";
import offlineStyles from "./offline-tickets.css?inline";
import { OfflineTickets } from "./offline-tickets.tsx";

let made: string | undefined;

/** The page that the service worker shows in place of one that cannot be reached: a single file in all languages. */
export function offlineTickets(productName: string): string {
  made ??= pageHtml(productName);
  return made;
}

function pageHtml(productName: string): string {
  const styles = [tokens, base, offlineStyles].join("\n");
  const scripts = [chooseLanguage, driver].map((text) => text.replaceAll("</script", "<\\/script"));
  const policy = [
    "default-src 'none'",
    "connect-src 'self'",
    `script-src ${scripts.map(sourceOf).join(" ")}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const [first = "", second = ""] = scripts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(productName)}</title>
<style>${styles}</style>
<script>${first}</script>
</head>
<body>
${LANGUAGES.map((language) => inLanguage(language, productName)).join("\n")}
<script>${second}</script>
</body>
</html>
`;
}

function inLanguage(language: Language, productName: string): string {
  const texts = { language, timeZone: "UTC", catalogue: catalogues[language], script: "", formScript: "" };
  return renderToStaticMarkup(createElement(OfflineTickets, { texts, productName }), { identifierPrefix: language });
}

function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function escapeHtml(text: string): string {
  return renderToStaticMarkup(createElement("title", null, text)).replace(/^<title>|<\/title>$/g, "");
}
