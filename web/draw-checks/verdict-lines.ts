import type { Ticket } from "#src/draws/protocol/list/ticket.ts";
import type { ReceiptVerdict } from "#src/draws/protocol/log/receipt-verdict.ts";
import type { Report } from "#src/draws/protocol/verify/report.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatDate, formatTime } from "#src/i18n/timestamp.ts";
import type { ChecksTexts } from "./use-checks-texts.ts";

/** A prize as the page of a draw shows it. What is folded away for a show is not named. */
export type ShownPrize = {
  readonly prizeCode: string;
  readonly name: string;
  readonly winners: readonly { readonly ticket: number; readonly name: string }[];
  /** Winners for whom the page has no room. */
  readonly more: number;
  readonly isFolded: boolean;
};

/** What a verdict needs to know of its page. */
export type VerdictPage = {
  readonly texts: Pick<ChecksTexts, "verdict" | "ticket" | "receipt" | "changer" | "reason" | "went" | "nobody">;
  readonly names: Readonly<Record<string, string>>;
  readonly language: Language;
  /** The site's; without it times are those of the device. */
  readonly timeZone?: string | undefined;
  /** On the page of a draw, its winners: none before the draw. */
  readonly shown?: readonly ShownPrize[] | undefined;
};

/** A sentence of a verdict. Only what was verified is right, and what is not proven is neither right nor wrong. */
export type VerdictLine = { readonly text: string; readonly state: "right" | "wrong" | "not-proven" | "" };

export type Verdict = { readonly lines: readonly VerdictLine[]; readonly outcome: Report["transcript"] };

/** Winners that a sentence names. */
const NAMED = 12;
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/**
 * What was verified of a draw, a sentence for each, then what is not proven.
 *
 * @param now the verifier's clock, in seconds since 1970
 */
export function verdictOf(report: Report, page: VerdictPage, now: number): Verdict {
  const { transcript, lockHash, ticket, receipt, chainByHand } = report;
  const { verdict } = page.texts;
  const lines = wrongLines(report, page);
  if (lines.length > 0) lines.push(...verdict.toDo.split("\n").map((text) => lineOf("", text)));
  const outcome = lines.length > 0 ? "wrong" : transcript;
  if (transcript !== "wrong") lines.push(...verifiedLines(report, page, now));
  if (ticket) lines.push(lineOf("right", ticketText(ticket, page)));
  if (receipt) lines.push(receiptLine(receipt, page));
  if (chainByHand) lines.push(lineOf("not-proven", verdict.chainByHand));
  if (lockHash !== undefined && !page.shown) lines.push(lineOf("", fill(verdict.lockHash, { lockHash })));
  return { lines, outcome };
}

function wrongLines({ transcript, checks, lockProof, drawn }: Report, { texts, names, shown }: VerdictPage) {
  const { verdict } = texts;
  const failed = checks.find(({ result }) => result.state === "wrong")?.name ?? "";
  const lines: VerdictLine[] = [];
  if (transcript === "wrong") lines.push(lineOf("wrong", fill(verdict.wrong, { check: names[failed] ?? failed })));
  if (drawn && shown && !isShown(drawn, shown)) lines.push(lineOf("wrong", verdict.otherShown));
  if (lockProof?.state === "wrong") lines.push(lineOf("wrong", verdict.proofWrong));
  return lines;
}

function verifiedLines(report: Report, page: VerdictPage, now: number): VerdictLine[] {
  const { transcript, lockedAt = "", tickets = 0, drawnAt = 0, drawn, chainByHand } = report;
  const { verdict } = page.texts;
  const locked = Date.parse(lockedAt) / 1000;
  const values = { time: timeText(drawnAt, page), locked: timeText(locked, page) };
  const lines = [lineOf("right", fill(verdict.list, { ...values, tickets: tickets.toLocaleString(page.language) }))];
  if (transcript === "not-drawn-yet") {
    lines.push(lineOf("not-proven", fill(drawnAt <= now ? verdict.drawable : verdict.notDrawn, values)));
  }
  if (drawn && !chainByHand) {
    lines.push(lineOf("right", fill(verdict.number, { later: spanText(drawnAt - locked, page.language) })));
  }
  if (drawn && isShown(drawn, page.shown ?? [])) {
    lines.push(lineOf("right", fill(verdict.drawn, { winners: winnersText(drawn, page) })));
  }
  return [...lines, ...replacedLines(report, page), fixedBefore(report, page), sameForEveryone(report, page)];
}

/** Who went and who came. Only a consent is more than the shop's word. */
function replacedLines({ replacements = [] }: Report, { texts, shown = [] }: VerdictPage): VerdictLine[] {
  const names = new Map(shown.map(({ prizeCode, name }) => [prizeCode, name]));
  return replacements.map(({ reason, to, consent, ...one }) => {
    const text = fill(texts.went[consent ? "consented" : reason], {
      ...one,
      prize: names.get(one.prizeCode) ?? one.prizeCode,
      to: to === null ? texts.nobody : `#${to}`,
    });
    return lineOf(consent ? "right" : "not-proven", text);
  });
}

function fixedBefore({ fixedBefore: fixed, checks, seenBy, drawnAt = 0 }: Report, page: VerdictPage): VerdictLine {
  const { verdict } = page.texts;
  const time = timeText(drawnAt, page);
  if (fixed === "known") return lineOf("right", fill(verdict.fixedKnown, { time }));
  if (fixed === "witnessed") return lineOf("right", fill(verdict.fixedSeen, { witness: seenBy[0]?.witness, time }));
  const isGiven = checks.some((check) => check.name === "lock-hash" && check.result.state === "right");
  return lineOf("not-proven", fill(isGiven ? verdict.fixedAsk : verdict.fixedNot, { time }));
}

function sameForEveryone({ seenBy }: Report, page: VerdictPage): VerdictLine {
  const { sameSeen, sameNot } = page.texts.verdict;
  if (seenBy.length === 0) return lineOf("not-proven", sameNot);
  const witnesses = seenBy.map(({ witness, at }) => `${witness} (${timeText(at, page)})`).join(", ");
  return lineOf("right", fill(sameSeen, { count: seenBy.length, witnesses }));
}

function ticketText({ out, ticket, chances, wishes }: Ticket, { texts }: VerdictPage): string {
  const shown = { ticket: String(ticket), chances: String(chances), wishes: wishes.join(", ") || "—" };
  return fill(texts.ticket[out === "" ? "in" : out], shown);
}

/** What became of a receipt: only a listed one is good news, and only a silent log convicts. */
function receiptLine(verdict: ReceiptVerdict, page: VerdictPage): VerdictLine {
  const { receipt, changer, reason } = page.texts;
  if (verdict.state === "listed") return lineOf("right", `${receipt.listed} ${ticketText(verdict.ticket, page)}`);
  if (verdict.state !== "explained") {
    const isBad = verdict.state === "convicted" || verdict.state === "wrong";
    return lineOf(isBad ? "wrong" : "not-proven", receipt[verdict.state]);
  }
  const by = verdict.by.map((one) => changer[one]).join(", ");
  const time = timeText(Date.parse(verdict.at) / 1000, page);
  return lineOf("not-proven", fill(receipt[verdict.kind], { by, time, reason: reason[verdict.reason] }));
}

type Drawn = NonNullable<Report["drawn"]>;

/** Whether the page shows the winners that were drawn, or none yet. */
function isShown(drawn: Drawn, shown: readonly ShownPrize[]): boolean {
  if (shown.length === 0) return true;
  return drawn.every(({ prizeCode, winners }) => {
    const prize = shown.find((one) => one.prizeCode === prizeCode);
    const isSame = prize?.winners.every(({ ticket }, at) => ticket === winners[at]);
    return isSame === true && prize !== undefined && prize.winners.length + prize.more === winners.length;
  });
}

function winnersText(drawn: Drawn, { shown = [], texts }: VerdictPage): string {
  const named = shown.filter(({ isFolded }) => !isFolded);
  const names = shown.length
    ? named.flatMap(({ winners }) => winners.map(({ ticket, name }) => `#${ticket} ${name}`.trim()))
    : drawn.flatMap(({ winners }) => winners.map((ticket) => `#${ticket}`));
  if (names.length === 0) return drawn.some(({ winners }) => winners.length > 0) ? texts.verdict.folded : "—";
  return [...names.slice(0, NAMED), ...(names.length > NAMED ? ["…"] : [])].join(", ");
}

/** A lock can name a time that no calendar has. */
function timeText(seconds: number, { language, timeZone = deviceZone() }: VerdictPage): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `${seconds} s`;
  return `${formatDate(date, language, timeZone)}, ${formatTime(date, language, timeZone)}`;
}

function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A span in words, in the largest unit of which it has two. */
function spanText(seconds: number, language: string): string {
  const units = [["day", DAY] as const, ["hour", HOUR] as const];
  const [unit, length] = units.find(([, one]) => seconds >= 2 * one) ?? (["minute", MINUTE] as const);
  return Math.round(seconds / length).toLocaleString(language, { style: "unit", unit, unitDisplay: "long" });
}

function lineOf(state: VerdictLine["state"], text: string): VerdictLine {
  return { text, state };
}

/**
 * A text with values in its places. What a file brings is put in as it is, and not read as a text with places again.
 */
export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
