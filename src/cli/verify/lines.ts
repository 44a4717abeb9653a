import type { Fault } from "#src/draws/protocol/format/fault.ts";
import { timeOf } from "#src/draws/protocol/format/times.ts";
import type { LoggedChanger } from "#src/draws/protocol/log/leaf.ts";
import type { ReceiptVerdict } from "#src/draws/protocol/log/receipt-verdict.ts";
import type { CheckName, CheckResult, Report } from "#src/draws/protocol/verify/report.ts";
import type { Replacement } from "#src/draws/protocol/winners/replacements.ts";
import { translate } from "#src/i18n/translate.ts";

/** What each check found if it is right. */
const FOUND: Readonly<Record<CheckName, string>> = {
  plan: "the hash of the plan",
  list: "tickets and their chances",
  root: "the root of the list",
  round: "the round and its time",
  signature: "the signature of the lock",
  beacon: "the signature of the round",
  seed: "the seed",
  results: "winners",
  replacements: "replacements",
  "lock-hash": "the lock hash, or its words",
  "site-key": "the site's key",
  ticket: "your ticket",
};

const STATES: Readonly<Record<CheckResult["state"], string>> = {
  right: "right",
  wrong: "WRONG",
  "not-given": "not given",
  "not-run": "not run",
  waiting: "waiting",
};

/**
 * A report in lines for a terminal: each check, then both parts of the verdict.
 *
 * @param words the six words of the lock hash, to compare where nothing was given
 */
export function linesOf(report: Report, now: number, words?: string): string[] {
  const checks = report.checks.map(({ name, result }) =>
    `${name.padEnd(14)}${STATES[result.state].padEnd(11)}${detailOf(name, result)}`.trimEnd(),
  );
  return [...checks, "", ...verdictOf(report, now, words)];
}

/** What is wrong, where, what was expected and what was found. */
export function faultLine({ rule, where, expected, found }: Fault): string {
  const place = where === "" ? "" : `${where}: `;
  const sentence = translate("en", { key: `draws:checks.rule.${rule}` });
  return harmless(`${place}${sentence} Expected: ${expected} Found: ${found}`);
}

function detailOf(name: CheckName, result: CheckResult): string {
  if (result.state === "right") return harmless(`${FOUND[name]}, expected and found: ${result.found}`);
  return result.state === "wrong" ? faultLine(result.fault) : "";
}

function verdictOf(report: Report, now: number, words: string | undefined): string[] {
  const { checks, transcript, drawnAt, ticket, chainByHand, lockProof } = report;
  const failed = checks.find(({ result }) => result.state === "wrong")?.name;
  const time = drawnAt === undefined ? "" : timeOf(drawnAt);
  const isRight = {
    right: "Right: yes, all follows from list and randomness.",
    wrong: `Right: WRONG, at the check "${failed}".`,
    "not-drawn-yet": `Not drawn yet; nothing is wrong so far. ${waitingFor(time, drawnAt !== undefined && drawnAt <= now)}`,
  };
  return [
    isRight[transcript],
    ...(transcript === "wrong" ? [] : [fixedLine(report, time, words), sameLine(report)]),
    ...(lockProof?.state === "wrong" ? [`The proof of the lock in the log: WRONG. ${faultLine(lockProof.fault)}`] : []),
    ...(ticket ? [`Your ticket has the number ${ticket.ticket} and ${ticketWords(ticket)}.`] : []),
    ...(report.replacements ?? []).map(replacementLine),
    ...(report.receipt ? receiptLines(report.receipt) : []),
    ...(chainByHand ? ["This verdict rests on a chain that was given by hand and is not pinned."] : []),
  ].map(harmless);
}

/** Who went and who came, and whether that rests on the shop's word. */
function replacementLine({ prizeCode, from, to, reason, note, consent }: Replacement): string {
  const basis = consent
    ? "the winner's own consent"
    : `the shop's word${note === "" ? "" : `: ${JSON.stringify(note)}`}`;
  const came = to === null ? "nobody came" : `ticket ${to} came`;
  return `Replaced for ${JSON.stringify(prizeCode)}: ticket ${from} (${reason}), ${came}, by ${basis}.`;
}

/** Whether this list was locked before the randomness, and on whose word. */
function fixedLine({ fixedBefore, lockHash, seenBy }: Report, time: string, words: string | undefined): string {
  if (fixedBefore === "known") {
    return `Fixed before: proven to you, who got its lock hash or its six words before ${time}.`;
  }
  if (fixedBefore === "witnessed") {
    return `Fixed before: proven by your witnesses, of whom ${seenBy[0]?.witness} saw it before ${time}.`;
  }
  const compare = words === undefined ? "" : ` The lock hash here is ${lockHash}, its six words: ${words}`;
  return `Fixed before: not proven. Compare the lock hash with an entrant's mail or with what the shop posted.${compare}`;
}

/** Whether others were shown the same list. A lock hash that one person got says nothing of that. */
function sameLine({ seenBy }: Report): string {
  const seen = seenBy.map(({ witness, at }) => `${witness} at ${timeOf(at)}`).join(", ");
  return seenBy.length === 0
    ? "The same for everyone: not proven. Others may have another list: compare with somebody, or name witnesses (--witness)."
    : `The same for everyone: ${seenBy.length} of your witnesses saw this lock: ${seen}.`;
}

const CHANGERS: Readonly<Record<LoggedChanger, string>> = {
  entrant: "the entrant",
  shop: "the shop",
  retention: "the site, at the end of its retention period",
  earlier: "somebody before the log began",
  unknown: "somebody past the program, such as an operator in the database",
};

function receiptLines(verdict: ReceiptVerdict): string[] {
  switch (verdict.state) {
    case "wrong":
      return [`Your receipt is not one of this site and raffle. ${faultLine(verdict.fault)}`];
    case "listed":
      return [
        `Your receipt: in the list, with the number ${verdict.ticket.ticket}; it ${ticketWords(verdict.ticket)}.`,
      ];
    case "explained": {
      const by = verdict.by.map((one) => CHANGERS[one]).join(" and ");
      const what = verdict.kind === "removal" ? "deleted" : "given another e-mail or code";
      const reason = verdict.reason === "" ? "no reason given" : `reason: ${verdict.reason}`;
      return [
        `Your receipt: not in the list. Its entry was ${what} by ${by} at ${verdict.at}, ${reason}. The log has it.`,
      ];
    }
    case "made-later":
      return ["Your receipt was made after the lock. It says nothing about this list."];
    case "log-missing":
      return ["Your receipt: NOT IN THE LIST. Ask the site what its log says of it, and give the answer with --log."];
    case "convicted":
      return ["Your receipt: NOT IN THE LIST, AND THE LOG GIVES NO REASON. With it you convict the site."];
  }
}

function waitingFor(time: string, isPublic: boolean): string {
  return isPublic
    ? `The randomness is public since ${time}: anybody can finish this draw.`
    : `The randomness will be public at ${time}.`;
}

function ticketWords({ chances, out, wishes }: { chances: number; out: string; wishes: readonly string[] }): string {
  const inPlay = out === "" ? `is in play with ${chances} ${chances === 1 ? "chance" : "chances"}` : `is out (${out})`;
  return `${inPlay}; wishes: ${wishes.length === 0 ? "none" : wishes.map((wish) => JSON.stringify(wish)).join(", ")}`;
}

/** Makes foreign text safe for a terminal: it escapes characters that move the cursor, colour or reverse the text. */
export function harmless(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
