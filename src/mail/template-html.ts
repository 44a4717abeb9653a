import { accentColors, contrast } from "#src/base/colors/contrast.ts";
import { partsOfProse } from "#src/base/prose.ts";
import type { MailFace } from "./face.ts";
import type { MailPart, MailTemplate } from "./mail-parts.ts";

/** A readable width for a paragraph. */
const WIDTH = "544px";
/** The brand's red, the colour of mails without a shop's. */
const BRAND = "#c4193b";
/** A mid grey, which fits light and dark mailboxes. Text has the mailbox's own colour for the same reason. */
const GREY = "#8a8a8a";
/** A ticket is of paper in any mailbox: both colours are said, so that none of them is turned alone. */
const [PAPER, INK] = ["#fffbf4", "#1f1b2e"];
/** The backgrounds of mailboxes, light and dark, and the least contrast at which a button's edge is seen on them. */
const GROUNDS = ["#ffffff", "#121212"];
const SEEN = 1.6;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5";
/** Breaks a word that is wider than the mail. Gmail knows no other way to say it. */
const WRAP = "word-break:break-word";
const MONO = "font-family:ui-monospace,Menlo,Consolas,monospace";
const TABLE = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"`;
/** As much of a mail as the lists of mail programs show, in characters. */
const PREVIEW = 140;
/** More letters than these are words, or a long code: they wrap where they are smaller. */
const LONG_CODE = 12;

/** Over a number's digits, the font size at which it leaves a narrow mail's ticket to the raffle's name. */
const STUB = 120;

/** A mail's colour, and that of text and edges on it. */
type Colors = { readonly fill: string; readonly on: string; readonly edge: string };

/** Renders a mail as HTML. Mail programs know inline styles, and tables for what stands side by side. */
export function mailHtml(mail: MailTemplate): string {
  const { language, subject } = mail;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;${FONT}">
<div style="display:none">${escapeHtml(previewOf(mail))}</div>
${mailBody(mail)}
</body>
</html>
`;
}

/**
 * What a list of mails shows beside the subject: the mail's first sentences. Without it that is the name and the
 * heading, which the list has already.
 */
function previewOf({ parts }: MailTemplate): string {
  const [first = ""] = parts.flatMap((part) =>
    "paragraph" in part ? [part.paragraph] : "prose" in part ? [part.prose] : [],
  );
  return [...first.replaceAll(/\s+/g, " ")].slice(0, PREVIEW).join("");
}

/** What a reader sees of a mail, as a part of a page. */
export function mailBody({ face, heading, parts, footer, stop }: MailTemplate): string {
  const colors = colorsOf(face);
  const end = stop ? [`<a href="${escapeHtml(stop.url)}">${escapeHtml(stop.link)}</a>`] : [];
  const small = [...footer.map(escapeHtml), ...end].join("<br>");
  return `<div style="height:8px;line-height:8px;font-size:1px;background:${colors.fill}">&nbsp;</div>
<div style="max-width:${WIDTH};margin:0 auto;padding:20px 16px 24px">
${head(face, colors)}
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.2">${escapeHtml(heading)}</h1>
${parts.map((part) => htmlPart(part, colors)).join("\n")}
<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid ${GREY};font-size:14px">${small}</p>
</div>`;
}

function colorsOf({ accent }: MailFace): Colors {
  const fill = accent === "" ? BRAND : accent;
  const isSeen = GROUNDS.every((ground) => contrast(fill, ground) >= SEEN);
  return { fill, on: accentColors(fill).on, edge: isSeen ? fill : GREY };
}

/** The logo, whose text is the name beside it, or the name's first letter in the mail's colour, and the name. */
function head({ name, logo }: MailFace, { fill, on, edge }: Colors): string {
  const shown = escapeHtml(name);
  const [initial = ""] = [...new Intl.Segmenter().segment(name.trim())].map(({ segment }) => segment.toUpperCase());
  const size = "width:48px;height:48px;border-radius:24px";
  // A box of its own: a cell grows with the name beside it.
  const mark =
    logo === null
      ? `<div style="${size};border:1px solid ${edge};background:${fill};color:${on};font-size:24px;font-weight:700;line-height:48px;text-align:center" aria-hidden="true">${escapeHtml(initial)}</div>`
      : `<img src="${escapeHtml(logo)}" alt="" width="48" height="48" style="display:block;${size};background:#ffffff">`;
  return `${TABLE} style="margin:0 0 20px"><tr>
<td style="width:48px;vertical-align:top">${mark}</td>
<td style="padding-left:12px;font-size:18px;font-weight:700;line-height:1.25;${WRAP}">${shown}</td>
</tr></table>`;
}

function htmlPart(part: MailPart, colors: Colors): string {
  if ("paragraph" in part) return `<p style="margin:0 0 16px;${WRAP}">${escapeHtml(part.paragraph)}</p>`;
  if ("prose" in part) return `<p style="margin:0 0 16px;${WRAP}">${htmlProse(part.prose)}</p>`;
  if ("ticket" in part) return htmlTicket(part.ticket, colors);
  if ("code" in part) {
    const isLong = part.code.length > LONG_CODE;
    const code = `${MONO};${isLong ? "font-size:20px" : "font-size:28px;letter-spacing:3px"}`;
    const box = `margin:0 0 16px;padding:12px 16px;border:2px dashed ${GREY};border-radius:12px;text-align:center`;
    return `<p style="${box}">${escapeHtml(part.label)}<br><strong style="${code}">${escapeHtml(part.code)}</strong></p>`;
  }
  if ("facts" in part) {
    const items = part.facts.map(
      ({ name, value }) =>
        `<dt style="font-size:14px">${escapeHtml(name)}</dt><dd style="margin:0 0 8px;font-weight:600;${WRAP}">${htmlLines(value)}</dd>`,
    );
    return `<dl style="margin:0 0 16px">${items.join("")}</dl>`;
  }
  const url = escapeHtml(part.url);
  if ("link" in part) return `<p style="margin:0 0 16px"><a href="${url}">${escapeHtml(part.link)}</a></p>`;
  const place = `background:${colors.fill};border:1px solid ${colors.edge};border-radius:28px;text-align:center`;
  const label = `display:inline-block;padding:14px 28px;color:${colors.on};font-size:18px;font-weight:700;line-height:1.25;text-decoration:none`;
  return `${TABLE} style="margin:0 0 20px"><tr><td style="${place}"><a href="${url}" style="${label}">${escapeHtml(part.button)}</a></td></tr></table>`;
}

/** A ticket: at its left a stub with the number, or a strip of colour where there is none yet. */
function htmlTicket(
  { raffle, number, code }: Extract<MailPart, { ticket: unknown }>["ticket"],
  { fill, on, edge }: Colors,
) {
  const label = "font-size:13px;line-height:1.4";
  const digits = number ? Math.max(14, Math.min(40, Math.floor(STUB / number.value.length))) : 0;
  const stub = number
    ? `<td style="width:72px;padding:16px 10px;background:${fill};color:${on};border:2px solid ${edge};border-right:0;border-radius:16px 0 0 16px;text-align:center"><div style="${label}">${escapeHtml(number.name)}</div><div style="font-size:${digits}px;font-weight:800;line-height:1.1">${escapeHtml(number.value)}</div></td>`
    : `<td style="width:14px;background:${fill};border:2px solid ${edge};border-right:0;border-radius:16px 0 0 16px;font-size:1px">&nbsp;</td>`;
  return `${TABLE} width="100%" style="margin:0 0 20px;border-collapse:separate"><tr>
${stub}
<td style="padding:14px 16px;background:${PAPER};color:${INK};border:2px solid ${edge};border-left:2px dashed ${edge};border-radius:0 16px 16px 0">
<div style="${label}">${escapeHtml(raffle.name)}</div><div style="margin:0 0 8px;font-size:17px;font-weight:700;line-height:1.25;${WRAP}">${escapeHtml(raffle.value)}</div>
<div style="${label}">${escapeHtml(code.name)}</div><div style="${MONO};font-size:22px;font-weight:700;line-height:1.25">${escapeHtml(code.value).replaceAll(" ", "&nbsp;")}</div></td>
</tr></table>`;
}

function htmlProse(prose: string): string {
  return partsOfProse(prose)
    .map(({ text, isLink }) => (isLink ? `<a href="${escapeHtml(text)}">${escapeHtml(text)}</a>` : escapeHtml(text)))
    .join("")
    .replaceAll("\n", "<br>");
}

function htmlLines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
