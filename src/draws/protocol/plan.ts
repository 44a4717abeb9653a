import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Chain } from "./beacon/chains.ts";
import { type Fault, shown } from "./format/fault.ts";
import {
  anything,
  codeId,
  faultOfMembers,
  faultOfValue,
  type Kind,
  listOf,
  oneOf,
  prizeCode,
  time,
  trueOrFalse,
  wholeNumber,
} from "./format/members.ts";
import { compareTexts } from "./format/texts.ts";

export const PROTOCOL_1 = "tambiolo-draw/1";
export const PROTOCOL_2 = "tambiolo-draw/2";

/** Both can be verified for ever. A plan says by which of them its draw is made and read. */
export type Protocol = typeof PROTOCOL_1 | typeof PROTOCOL_2;

/** How long a published lock can at least be seen before its randomness is known, in seconds. */
const MIN_LEAD_SECONDS: Readonly<Record<Protocol, number>> = { [PROTOCOL_1]: 600, [PROTOCOL_2]: 60 };

/** What all rules together may be worth under "drops", which bounds the scores of one ticket. */
const MAX_CHANCES = 1000;

const MAX_PAUSE_DAYS = 3650;
const MAX_ODDS = 1_000_000;

/** How likely a prize is given at all: so many chances of so many. */
export type Odds = { readonly chances: number; readonly of: number };

export type PlannedPrize = {
  readonly prizeCode: string;
  readonly orderNumber: number;
  readonly winners: number;
  /** `wished-first` from /2 on. */
  readonly pool: "wished" | "everyone" | "wished-first";
  /** From /2 on. */
  readonly odds?: Odds;
};

/** How a raffle is going to be drawn: public from the day the raffle is. */
export type Plan = {
  readonly protocol: Protocol;
  readonly raffle: string;
  /** From /2 on: when entries end. */
  readonly closes?: string;
  readonly drawDate: string;
  readonly chain: string;
  readonly leadSeconds: number;
  readonly requires: "all-rules" | "any-rule" | "none";
  readonly weight: "equal" | "drops";
  readonly maxChances: number;
  readonly onePrizePerEntry: boolean;
  readonly reserves: number;
  readonly claimDays: number;
  /** From /2 on: who won in a draw of the same organiser within so many days is out. */
  readonly pauseDays?: number;
  readonly prizes: readonly PlannedPrize[];
};

export const PROTOCOL: Kind = oneOf(PROTOCOL_1, PROTOCOL_2);

type Members<Type> = Readonly<Record<keyof Type, Kind>>;

const PLAN_1: Members<Omit<Plan, "closes" | "pauseDays">> = {
  protocol: PROTOCOL,
  raffle: codeId,
  drawDate: time,
  chain: anything,
  leadSeconds: wholeNumber(MIN_LEAD_SECONDS[PROTOCOL_1]),
  requires: oneOf("all-rules", "any-rule", "none"),
  weight: oneOf("equal", "drops"),
  maxChances: wholeNumber(1, MAX_CHANCES),
  onePrizePerEntry: trueOrFalse,
  reserves: wholeNumber(0),
  claimDays: wholeNumber(1),
  prizes: listOf(1),
};

/** The members of a plan, and what each can be. */
const PLAN: Readonly<Record<Protocol, Readonly<Record<string, Kind>>>> = {
  [PROTOCOL_1]: PLAN_1,
  [PROTOCOL_2]: {
    ...PLAN_1,
    leadSeconds: wholeNumber(MIN_LEAD_SECONDS[PROTOCOL_2]),
    closes: time,
    pauseDays: wholeNumber(0, MAX_PAUSE_DAYS),
  },
};

const PRIZE_1: Members<Omit<PlannedPrize, "odds">> = {
  prizeCode,
  orderNumber: wholeNumber(0),
  winners: wholeNumber(1),
  pool: oneOf("wished", "everyone"),
};

const PRIZE: Readonly<Record<Protocol, Readonly<Record<string, Kind>>>> = {
  [PROTOCOL_1]: PRIZE_1,
  [PROTOCOL_2]: { ...PRIZE_1, pool: oneOf("wished", "everyone", "wished-first"), odds: anything },
};

const ODDS: Members<Odds> = { chances: wholeNumber(1), of: wholeNumber(1, MAX_ODDS) };

/**
 * The version by which a plan is read, whatever it holds. What names no version is read by the first, whose readers
 * refuse it.
 */
export function protocolOf(plan: unknown): Protocol {
  return (plan as { protocol?: unknown } | null | undefined)?.protocol === PROTOCOL_2 ? PROTOCOL_2 : PROTOCOL_1;
}

/** Puts prizes in the order in which they are drawn. */
export function inDrawOrder<Prize extends DrawPlace>(prizes: readonly Prize[]): Prize[] {
  return prizes.toSorted(compareDrawOrder);
}

/** Reads a plan as strictly as every verifier does; it names one of the chains that are known. */
export function readPlan(value: unknown, where: string, chains: readonly Chain[]): Outcome<Plan, Fault> {
  const fault = faultOfMembers(where, value, PLAN[protocolOf(value)]);
  if (fault) return refuse(fault);
  const plan = value as Plan;
  if (plan.closes !== undefined && plan.closes > plan.drawDate) {
    return refuse({
      rule: "closes-before-draw",
      where: `${where}.closes`,
      expected: `≤ ${plan.drawDate}`,
      found: plan.closes,
    });
  }
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
  const ofPrizes = faultOfPrizes(plan, `${where}.prizes`);
  return ofPrizes ? refuse(ofPrizes) : accept(plan);
}

function faultOfPrizes({ protocol, prizes }: Plan, where: string): Fault | undefined {
  const codes = new Set<string>();
  for (const [index, prize] of prizes.entries()) {
    const at = `${where}[${index}]`;
    const fault =
      faultOfMembers(at, prize, PRIZE[protocol]) ??
      (protocol === PROTOCOL_2 ? faultOfOdds(prize.odds, `${at}.odds`) : undefined);
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

function faultOfOdds(odds: unknown, where: string): Fault | undefined {
  const fault = faultOfMembers(where, odds, ODDS);
  if (fault) return fault;
  const { chances, of } = odds as Odds;
  return faultOfValue(`${where}.chances`, chances, wholeNumber(1, of));
}

type DrawPlace = Pick<PlannedPrize, "orderNumber" | "prizeCode">;

function compareDrawOrder(a: DrawPlace, b: DrawPlace): number {
  return a.orderNumber - b.orderNumber || compareTexts(a.prizeCode, b.prizeCode);
}

function nameOf({ orderNumber, prizeCode: code }: PlannedPrize): string {
  return `${orderNumber} ${shown(code)}`;
}
