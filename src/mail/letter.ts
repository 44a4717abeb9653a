import { partsOfProse } from "#src/base/prose.ts";
import type { Language } from "#src/i18n/languages.ts";

/** A part of a mail, in plain texts. */
export type LetterPart =
  | { readonly paragraph: string }
  /** What somebody wrote whom the site trusts: its lines stay, and addresses of pages in it can be followed. */
  | { readonly prose: string }
  /** What should stand out and be copied: an entry code. */
  | { readonly label: string; readonly code: string }
  | { readonly facts: readonly { readonly name: string; readonly value: string }[] }
  /** Where to go: a button, and below it the address for whom it does not work. */
  | { readonly link: string; readonly url: string };

export type Letter = {
  readonly language: Language;
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly LetterPart[];
  /** Who sends it and why, in small print. */
  readonly footer: readonly string[];
  /** Where whoever wants no such mail stops it. */
  readonly stop?: { readonly link: string; readonly url: string };
};

/** As wide as a paragraph is good to read. */
const WIDTH = "34rem";
/** The brand's red, which can be read with white on it on light and dark backgrounds alike. */
const BUTTON = "background:#c4193b;color:#ffffff";
/** Lines and small print keep the reader's own colours, only fainter: so they fit a dark mailbox too. */
const LINE = "border-top:1px solid #8a8a8a";

/** A letter as the two forms of a mail: HTML, and the same in plain text. */
export function writeLetter(letter: Letter): { text: string; html: string } {
  return { text: plainText(letter), html: html(letter) };
}

function plainText({ heading, parts, footer, stop }: Letter): string {
  const end = stop ? [...footer, `${stop.link}: ${stop.url}`] : footer;
  const blocks = [heading, ...parts.map(plainPart), ["-- ", ...end].join("\n")];
  return `${blocks.join("\n\n")}\n`;
}

function plainPart(part: LetterPart): string {
  if ("paragraph" in part) return part.paragraph;
  if ("prose" in part) return part.prose;
  if ("code" in part) return `${part.label}: ${part.code}`;
  if ("facts" in part) return part.facts.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return `${part.link}:\n${part.url}`;
}

function html({ language, subject, heading, parts, footer, stop }: Letter): string {
  const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5";
  const end = stop ? [`<a href="${escapeHtml(stop.url)}">${escapeHtml(stop.link)}</a>`] : [];
  const small = [...footer.map(escapeHtml), ...end].join("<br>");
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;${font}">
<div style="max-width:${WIDTH};margin:0 auto">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>
${parts.map(htmlPart).join("\n")}
<p style="margin:32px 0 0;padding-top:12px;${LINE};font-size:14px">${small}</p>
</div>
</body>
</html>
`;
}

function htmlPart(part: LetterPart): string {
  if ("paragraph" in part) return `<p style="margin:0 0 16px">${escapeHtml(part.paragraph)}</p>`;
  if ("prose" in part) return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${htmlProse(part.prose)}</p>`;
  if ("code" in part) {
    const code = "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;letter-spacing:3px";
    const box = "margin:0 0 16px;padding:12px 16px;border:2px dashed #8a8a8a;border-radius:12px;text-align:center";
    return `<p style="${box}">${escapeHtml(part.label)}<br><strong style="${code}">${escapeHtml(part.code)}</strong></p>`;
  }
  if ("facts" in part) {
    const items = part.facts.map(
      ({ name, value }) =>
        `<dt style="font-size:14px">${escapeHtml(name)}</dt><dd style="margin:0 0 8px;font-weight:600">${escapeHtml(value)}</dd>`,
    );
    return `<dl style="margin:0 0 16px">${items.join("")}</dl>`;
  }
  const url = escapeHtml(part.url);
  const button = `display:inline-block;padding:12px 24px;border-radius:999px;text-decoration:none;font-weight:600;${BUTTON}`;
  return `<p style="margin:0 0 8px"><a href="${url}" style="${button}">${escapeHtml(part.link)}</a></p>
<p style="margin:0 0 16px;font-size:14px;overflow-wrap:anywhere">${url}</p>`;
}

function htmlProse(prose: string): string {
  return partsOfProse(prose)
    .map(({ text, isLink }) => (isLink ? `<a href="${escapeHtml(text)}">${escapeHtml(text)}</a>` : escapeHtml(text)))
    .join("")
    .replaceAll("\n", "<br>");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
