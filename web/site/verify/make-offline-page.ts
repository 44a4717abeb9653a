import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server.node";
import { catalogues } from "#src/i18n/catalogues.ts";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import worker from "../../draw-checks/checks-worker.ts?inline-script";
import script from "../../draw-checks/drive-checks.ts?inline-script";
import chooseLanguage from "./choose-language.ts?inline-script";
import styles from "./offline-page.css?inline";
import { OfflineLanguage } from "./offline-page.tsx";

type OfflinePage = { readonly html: string; readonly sha256: string };

let made: OfflinePage | undefined;

/**
 * One file that checks draws without a network. It depends on the sources alone, and on no setting of the site, so that
 * everybody who builds them gets the same bytes.
 */
export function offlinePage(): OfflinePage {
  made ??= withHash(pageHtml());
  return made;
}

function withHash(html: string): OfflinePage {
  return { html, sha256: createHash("sha256").update(html).digest("hex") };
}

function pageHtml(): string {
  const scripts = [chooseLanguage, script].map(closed);
  const policy = [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src ${scripts.map(sourceOf).join(" ")}`,
    "worker-src blob:",
    `style-src ${sourceOf(styles)}`,
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
<title>Tambiolo: check a draw (offline)</title>
<style>${styles}</style>
<script>${first}</script>
</head>
<body>
${LANGUAGES.map(inLanguage).join("\n")}
<script type="text/plain" data-worker-text>${closed(worker)}</script>
<script>${second}</script>
</body>
</html>
`;
}

function inLanguage(language: Language): string {
  const texts = { language, timeZone: "UTC", catalogue: catalogues[language], script: "", formScript: "" };
  return renderToStaticMarkup(createElement(OfflineLanguage, { texts }), { identifierPrefix: language });
}

/** A text that cannot end the element that it stands in: "<" in scripts is only inside of strings and comparisons. */
function closed(text: string): string {
  return text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
