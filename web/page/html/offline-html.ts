import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server.node";
import { catalogues } from "#src/i18n/catalogues.ts";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import type { PageTexts } from "../page-texts.tsx";
import { hashSource } from "./content-security-policy.ts";

type OfflineHtml = {
  readonly title: string;
  /** The source that it may connect to: its own site, or none. */
  readonly connect: "'self'" | "'none'";
  /** The policy's directives about styles and workers. */
  readonly directives: readonly string[];
  /** Lines for the head. */
  readonly head?: string;
  readonly styles: string;
  /** The scripts: one runs in the head, the other after the body. */
  readonly scripts: readonly [first: string, last: string];
  /** Renders the page in one language. */
  readonly render: (texts: PageTexts) => ReactElement;
  /** HTML after the languages. */
  readonly tail?: string;
};

/** A page in all languages as a single file, which opens without a network. Its policy stands in it. */
export function offlineHtml(page: OfflineHtml): string {
  const scripts = page.scripts.map(closed);
  const policy = [
    "default-src 'none'",
    `connect-src ${page.connect}`,
    `script-src ${scripts.map(hashSource).join(" ")}`,
    ...page.directives,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const [first = "", last = ""] = scripts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${page.head ?? ""}${renderToStaticMarkup(createElement("title", null, page.title))}
<style>${page.styles}</style>
<script>${first}</script>
</head>
<body>
${LANGUAGES.map((language) => renderToStaticMarkup(page.render(textsOf(language)), { identifierPrefix: language })).join("\n")}
${page.tail ?? ""}<script>${last}</script>
</body>
</html>
`;
}

function textsOf(language: Language): PageTexts {
  return { language, timeZone: "UTC", catalogue: catalogues[language], script: "", formScript: "" };
}

/** A text that cannot end the element that it stands in: "<" in scripts is only inside of strings and comparisons. */
export function closed(text: string): string {
  return text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}
