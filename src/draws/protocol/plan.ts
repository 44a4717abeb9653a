import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Chain } from "./beacon/chains.ts";
import { type Fault, shown } from "./format/fault.ts";
import {
  anything,
  codeId,
  faultOfMembers,
  type Kind,
  listOf,
  oneOf,
  prizeCode,
  time,
  trueOrFalse,
  wholeNumber,
} from "./format/members.ts";
import { compareTexts } from "./format/texts.ts";

export const PROTOCOL = "tambiolo-draw/1";

/** Ten minutes, in which a published lock can be seen before its randomness is known. */
const LEAST_LEAD_SECONDS = 600;

/** What all rules together may be worth under "drops", which bounds the scores of one ticket. */
const MAX_CHANCES = 1000;

export type PlannedPrize = {
  readonly prizeCode: string;
  readonly orderNumber: number;
  readonly winners: number;
  readonly pool: "wished" | "everyone";
};

/** How a raffle is going to be drawn: public from the day the raffle is. */
export type Plan = {
  readonly protocol: typeof PROTOCOL;
  readonly raffle: string;
  readonly drawDate: string;
  readonly chain: string;
  readonly leadSeconds: number;
  readonly requires: "all-rules" | "any-rule" | "none";
  readonly weight: "equal" | "drops";
  readonly maxChances: number;
  readonly onePrizePerEntry: boolean;
  readonly reserves: number;
  readonly claimDays: number;
  readonly prizes: readonly PlannedPrize[];
};

const PLAN: Readonly<Record<keyof Plan, Kind>> = {
  protocol: oneOf(PROTOCOL),
  raffle: codeId,
  drawDate: time,
  chain: anything,
  leadSeconds: wholeNumber(LEAST_LEAD_SECONDS),
  requires: oneOf("all-rules", "any-rule", "none"),
  weight: oneOf("equal", "drops"),
  maxChances: wholeNumber(1, MAX_CHANCES),
  onePrizePerEntry: trueOrFalse,
  reserves: wholeNumber(0),
  claimDays: wholeNumber(1),
  prizes: listOf(1),
};

const PRIZE: Readonly<Record<keyof PlannedPrize, Kind>> = {
  prizeCode,
  orderNumber: wholeNumber(0),
  winners: wholeNumber(1),
  pool: oneOf("wished", "everyone"),
};

/** Puts prizes in the order in which they are drawn. */
export function inDrawOrder<Prize extends DrawPlace>(prizes: readonly Prize[]): Prize[] {
  return prizes.toSorted(compareDrawOrder);
}

/** Reads a plan as strictly as every verifier does; it names one of the chains that are known. */
export function readPlan(value: unknown, where: string, chains: readonly Chain[]): Outcome<Plan, Fault> {
  const fault = faultOfMembers(where, value, PLAN);
  if (fault) return refuse(fault);
  const plan = value as Plan;
  if (!chains.some(({ hash }) => hash === plan.chain)) {
    const expected = chains.map(({ hash }) => hash).join(" | ");
    return refuse({ rule: "known-chain", where: `${where}.chain`, expected, found: shown(plan.chain) });
  }
  if (plan.weight === "equal" && plan.maxChances !== 1) {
    return refuse({
      rule: "one-chance-where-equal",
      where: `${where}.maxChances`,
      expected: "1",
      found: shown(plan.maxChances),
    });
  }
  const ofPrizes = faultOfPrizes(plan.prizes, `${where}.prizes`);
  return ofPrizes ? refuse(ofPrizes) : accept(plan);
}

function faultOfPrizes(prizes: readonly PlannedPrize[], where: string): Fault | undefined {
  const codes = new Set<string>();
  for (const [index, prize] of prizes.entries()) {
    const at = `${where}[${index}]`;
    const fault = faultOfMembers(at, prize, PRIZE);
    if (fault) return fault;
    const { prizeCode: code } = prize;
    if (codes.has(code)) return { rule: "prize-code-once", where: at, expected: "1", found: shown(code) };
    codes.add(code);
    const before = prizes[index - 1];
    if (before && compareDrawOrder(before, prize) > 0) {
      return { rule: "prizes-in-order", where: at, expected: `≥ ${nameOf(before)}`, found: nameOf(prize) };
    }
  }
  return undefined;
}

type DrawPlace = Pick<PlannedPrize, "orderNumber" | "prizeCode">;

function compareDrawOrder(a: DrawPlace, b: DrawPlace): number {
  return a.orderNumber - b.orderNumber || compareTexts(a.prizeCode, b.prizeCode);
}

function nameOf({ orderNumber, prizeCode: code }: PlannedPrize): string {
  return `${orderNumber} ${shown(code)}`;
}
