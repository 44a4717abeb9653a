import type { Fault, Rule } from "#src/draws/protocol/format/fault.ts";
import { timeOf } from "#src/draws/protocol/format/times.ts";
import type { CheckName, CheckResult, Report } from "#src/draws/protocol/verify/report.ts";

/** What each check found if it is right. */
const FOUND: Readonly<Record<CheckName, string>> = {
  plan: "the hash of the plan",
  list: "tickets and their chances",
  root: "the root of the list",
  round: "the round and its time",
  signature: "the signature of the lock",
  beacon: "the signature of the round",
  seed: "the seed",
  results: "prizes",
  replacements: "replacements",
  "lock-hash": "the lock hash",
  "site-key": "the site's key",
  ticket: "your ticket",
};

const SENTENCES: Readonly<Record<Rule, string>> = {
  members: "These are not the members that belong here.",
  value: "This value is not allowed here.",
  "known-chain": "This chain is not one whose key is pinned.",
  "pinned-chain": "This chain is pinned: it cannot be given by hand.",
  "one-chance-where-equal": "Where all have equal chances nobody has more than one.",
  "prizes-in-order": "The prizes are not in draw order.",
  "prize-code-once": "Two prizes have one code.",
  "utf-8": "The line is not UTF-8.",
  line: "The line is not JSON, or longer than any ticket.",
  "last-line-end": "The last line does not end as every line must.",
  canonical: "The line is not written in the one way that counts.",
  "ticket-number": "The tickets are not numbered one after the other.",
  "out-has-no-chances": "Exactly those that are out have no chances.",
  "out-for-rules": "This raffle asks for no rules, so that none can put a ticket out.",
  "wishes-in-order": "The wishes are not in order, or one is there twice.",
  "wish-of-plan": "The wish is for no prize of the plan.",
  "seal-once": "Two tickets have one seal: two entrants would be shown the same.",
  "somebody-in-play": "Nobody is in play.",
  equal: "This is not what follows from the rest.",
  key: "This is no key that signatures can be trusted under.",
  signature: "The lock was not signed by this key.",
  "beacon-signature": "The beacon was not signed by the chain for this round, or is spelt in another way.",
  randomness: "The randomness is not that of the signature.",
  holder: "Whoever was replaced did not hold the prize.",
  successor: "Somebody else is next in line.",
  note: "This reason needs a note.",
  "never-earlier": "This is earlier than the replacement before it.",
  "after-draw": "This is before the draw.",
  "claim-days": "The days to claim the prize were not over.",
  "not-in-future": "This has not happened yet.",
  "own-raffle": "Your entry is of another raffle.",
  "own-seal": "No line of the list is yours.",
};

const STATES: Readonly<Record<CheckResult["state"], string>> = {
  right: "right",
  wrong: "WRONG",
  "not-given": "not given",
  "not-run": "not run",
  waiting: "waiting",
};

/** A report in lines for a terminal: each check, then both parts of the verdict. */
export function linesOf(report: Report, now: number): string[] {
  const checks = report.checks.map(({ name, result }) =>
    `${name.padEnd(14)}${STATES[result.state].padEnd(11)}${detailOf(name, result)}`.trimEnd(),
  );
  return [...checks, "", ...verdictOf(report, now)];
}

/** What is wrong, where, what was expected and what was found. */
export function faultLine({ rule, where, expected, found }: Fault): string {
  const place = where === "" ? "" : `${where}: `;
  return harmless(`${place}${SENTENCES[rule]} Expected: ${expected} Found: ${found}`);
}

function detailOf(name: CheckName, result: CheckResult): string {
  if (result.state === "right") return harmless(`${FOUND[name]}, expected and found: ${result.found}`);
  return result.state === "wrong" ? faultLine(result.fault) : "";
}

function verdictOf(report: Report, now: number): string[] {
  const { checks, transcript, oneList, lockHash, drawnAt, ticket, chainByHand } = report;
  const failed = checks.find(({ result }) => result.state === "wrong")?.name;
  const time = drawnAt === undefined ? "" : timeOf(drawnAt);
  const ofTranscript = {
    right: "The transcript: right.",
    wrong: `The transcript: WRONG, at the check "${failed}".`,
    "not-drawn-yet": `Not drawn yet; nothing is wrong so far. ${waitingFor(time, drawnAt !== undefined && drawnAt <= now)}`,
  };
  const list = "There was one list, fixed before the draw:";
  const comparable = lockHash === undefined ? "" : ` The lock hash here is ${lockHash}`;
  const ofList =
    oneList === "proven"
      ? `${list} proven to you, who were told its lock hash before ${time}.`
      : `${list} not proven. Compare the lock hash with an entrant's mail or with what the shop posted.${comparable}`;
  return [
    ofTranscript[transcript],
    ofList,
    ...(ticket ? [`Your ticket has the number ${ticket.ticket} and ${ticketWords(ticket)}.`].map(harmless) : []),
    ...(chainByHand ? ["This verdict rests on a chain that was given by hand and is not pinned."] : []),
  ];
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
function harmless(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
