import { useTranslation } from "react-i18next";
import { RULES, type Rule } from "#src/draws/protocol/format/fault.ts";
import { CHANGERS, type LoggedChanger, REMOVAL_REASONS, type RemovalReason } from "#src/draws/protocol/log/leaf.ts";
import { CHECKS, type CheckName, type CheckResult } from "#src/draws/protocol/verify/report.ts";
import { REPLACEMENT_REASONS } from "#src/draws/protocol/winners/replacements.ts";
import { byName } from "#src/i18n/languages.ts";
import { HINDRANCES, type Hindrance } from "./check-run.ts";

const STATES = ["right", "wrong", "not-given", "not-run", "waiting", "running"] as const;
const VERDICTS = [
  ...(["list", "number", "drawn", "wrong", "folded", "otherShown", "toDo", "notDrawn", "drawable"] as const),
  ...(["fixedKnown", "fixedSeen", "fixedAsk", "fixedNot", "sameSeen", "sameNot"] as const),
  ...(["proofWrong", "lockHash", "chainByHand"] as const),
] as const;
const RECEIPTS = ["wrong", "listed", "removal", "change", "convicted", "log-missing", "made-later"] as const;
const TICKETS = ["in", "rules", "disqualified", "deleted", "withdrawn", "won-before"] as const;

const WENT = ["consented", ...REPLACEMENT_REASONS] as const;

/** What can stand beside a check: what became of it, or that it is going on. */
export type CheckState = CheckResult["state"] | (typeof STATES)[number];

/** The texts that the script of the checks puts into the page, with their {{places}}. */
export type ChecksTexts = Readonly<
  Record<
    ("run" | "stop" | "working" | "stopped" | "tickets" | "prizes" | "expected" | "foundInstead" | "where") | "nobody",
    string
  >
> & {
  readonly went: Readonly<Record<(typeof WENT)[number], string>>;
  readonly state: Readonly<Record<CheckState, string>>;
  readonly found: Readonly<Record<CheckName, string>>;
  readonly rule: Readonly<Record<Rule, string>>;
  readonly hindered: Readonly<Record<Hindrance, string>>;
  readonly verdict: Readonly<Record<(typeof VERDICTS)[number], string>>;
  readonly ticket: Readonly<Record<(typeof TICKETS)[number], string>>;
  readonly receipt: Readonly<Record<(typeof RECEIPTS)[number], string>>;
  readonly changer: Readonly<Record<LoggedChanger, string>>;
  readonly reason: Readonly<Record<RemovalReason, string>>;
};

/** The texts in the page's language. */
export function useChecksTexts(): ChecksTexts {
  const { t } = useTranslation("draws");
  const raw = { skipInterpolation: true };
  return {
    run: t("checks.run"),
    stop: t("checks.stop"),
    working: t("checks.working"),
    stopped: t("checks.stopped"),
    tickets: t("checks.tickets", raw),
    prizes: t("checks.prizes", raw),
    expected: t("checks.expected", raw),
    foundInstead: t("checks.foundInstead", raw),
    where: t("checks.where", raw),
    nobody: t("checks.nobody"),
    went: byName(WENT, (name) => t(`checks.went.${name}`, raw)),
    state: byName(STATES, (name) => t(`checks.state.${name}`)),
    found: byName(CHECKS, (name) => t(`checks.found.${name}`, raw)),
    rule: byName(RULES, (name) => t(`checks.rule.${name}`)),
    hindered: byName(HINDRANCES, (name) => t(`checks.hindered.${name}`)),
    verdict: byName(VERDICTS, (name) => t(`checks.verdict.${name}`, raw)),
    ticket: byName(TICKETS, (name) => t(`checks.ticket.${name}`, raw)),
    receipt: byName(RECEIPTS, (name) => t(`checks.receipt.${name}`, raw)),
    changer: byName(CHANGERS, (name) => t(`checks.changer.${name}`)),
    reason: byName(REMOVAL_REASONS, (name) => t(`checks.reason.${name || "none"}`)),
  };
}
