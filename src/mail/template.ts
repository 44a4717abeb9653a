import type { MailFact, MailPart, MailTemplate } from "./mail-parts.ts";
import { mailHtml } from "./template-html.ts";

/** Renders a mail in its two forms: HTML, and the same in plain text, in the same order. */
export function renderMail(template: MailTemplate): { text: string; html: string } {
  return { text: plainText(template), html: mailHtml(template) };
}

function plainText({ face, heading, parts, footer, stop }: MailTemplate): string {
  const end = stop ? [...footer, `${stop.link}: ${stop.url}`] : footer;
  const blocks = [face.name, heading, ...parts.map(plainPart), ["-- ", ...end].join("\n")];
  return `${blocks.join("\n\n")}\n`;
}

function plainPart(part: MailPart): string {
  if ("paragraph" in part) return part.paragraph;
  if ("prose" in part) return part.prose;
  if ("ticket" in part) return plainFacts(ticketFacts(part.ticket));
  if ("code" in part) return `${part.label}: ${part.code}`;
  if ("facts" in part) return plainFacts(part.facts);
  return `${"button" in part ? part.button : part.link}:\n${part.url}`;
}

function ticketFacts({ raffle, number, code }: Extract<MailPart, { ticket: unknown }>["ticket"]): MailFact[] {
  return [...(number ? [number] : []), raffle, code];
}

function plainFacts(facts: readonly MailFact[]): string {
  return facts.map(({ name, value }) => `${name}: ${value}`).join("\n");
}
