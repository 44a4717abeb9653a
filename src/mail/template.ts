import { partsOfProse } from "#src/base/prose.ts";
import type { Language } from "#src/i18n/languages.ts";

/** A part of a mail, in plain texts. */
export type MailPart =
  | { readonly paragraph: string }
  /** Text by a trusted author: line breaks stay, and page addresses become links. */
  | { readonly prose: string }
  /** A value that stands out and is easy to copy: an entry code. */
  | { readonly label: string; readonly code: string }
  | { readonly facts: readonly { readonly name: string; readonly value: string }[] }
  /** A link as a button, with its address below it in case the button does not work. */
  | { readonly link: string; readonly url: string };

export type MailTemplate = {
  readonly language: Language;
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly MailPart[];
  /** Small print: who sends the mail and why. */
  readonly footer: readonly string[];
  /** The link that stops such mail. */
  readonly stop?: { readonly link: string; readonly url: string };
};

/** A readable width for a paragraph. */
const WIDTH = "34rem";
/** The brand's red: white text on it is readable on light and dark backgrounds. */
const BUTTON = "background:#c4193b;color:#ffffff";
/** A mid grey, which fits light and dark mailboxes. Text has the mailbox's own colour for the same reason. */
const LINE = "border-top:1px solid #8a8a8a";

/** Renders a mail in its two forms: HTML, and the same in plain text. */
export function renderMail(letter: MailTemplate): { text: string; html: string } {
  return { text: plainText(letter), html: html(letter) };
}

function plainText({ heading, parts, footer, stop }: MailTemplate): string {
  const end = stop ? [...footer, `${stop.link}: ${stop.url}`] : footer;
  const blocks = [heading, ...parts.map(plainPart), ["-- ", ...end].join("\n")];
  return `${blocks.join("\n\n")}\n`;
}

function plainPart(part: MailPart): string {
  if ("paragraph" in part) return part.paragraph;
  if ("prose" in part) return part.prose;
  if ("code" in part) return `${part.label}: ${part.code}`;
  if ("facts" in part) return part.facts.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return `${part.link}:\n${part.url}`;
}

function html({ language, subject, heading, parts, footer, stop }: MailTemplate): string {
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

function htmlPart(part: MailPart): string {
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
        `<dt style="font-size:14px">${escapeHtml(name)}</dt><dd style="margin:0 0 8px;font-weight:600;overflow-wrap:anywhere;white-space:pre-line">${escapeHtml(value)}</dd>`,
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
