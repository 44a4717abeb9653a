import { DAY_MS } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import {
  type Attempt,
  type AttemptCounter,
  apartForKnown,
  type CostedBy,
  type Counted,
  type CountedBy,
  type FirstBy,
  proveCounted,
  queueKeyOf,
  type SparesBy,
} from "./attempt-counter.ts";
import { type Allowance, shareOf } from "./backoff.ts";
import type { NoteLimit } from "./limit-report.ts";
import { HARDEST } from "./limits.ts";
import { type LimitLeft, reportLimit } from "./limits-left.ts";
import { networkOf, timesOf, widerNetworksOf, widestNetworkOf } from "./network.ts";
import type { Bound, ChallengeRefusal, Puzzle } from "./puzzle.ts";

/**
 * How often strangers may do an action for free. After that each costs a puzzle, whose cost grows. A feature defines
 * one policy for each action, and gives the reason for its numbers.
 */
export type ActionPolicy = {
  /** The unique name of the action in counters, puzzles and the operator's log. */
  readonly action: string;
  /** Uses the puzzles of this other action, which the same request does first. Default: its own. */
  readonly solvedAs?: string;
  /**
   * Per network: one IPv4 address (perhaps a whole town) or one IPv6 /64. Wider networks get a multiple of it
   * (`timesOf`), so the many narrow networks of one person add up.
   */
  readonly network: Allowance;
  /** Per wider network (/56 and /48, or /24), in place of the multiple. */
  readonly wider?: Allowance;
  /** Per subject of the action, such as a raffle. */
  readonly subject?: Allowance;
  /** For the whole site. It asks nothing of networks that are spared (SPARED). */
  readonly site?: Allowance;
  /**
   * `networks`: the whole site counts each widest network once in its window, so that no network can raise it alone.
   */
  readonly siteCounts?: "networks";
  /** The maximum puzzle cost. Default: HARDEST. */
  readonly hardest?: number;
};

/**
 * What a /24 or /48 has free, however much the whole site is asked: a few tries at once, and a few a day, which come
 * back one by one. So nobody waits longer than minutes for what others did. One of them without mistakes is never asked
 * for a puzzle.
 */
export const SPARED = {
  atOnce: { free: 3, windowMs: 5 * 60_000 },
  aDay: { free: 12, windowMs: DAY_MS },
} as const;

/** An action that a stranger is about to do. */
export type LimitedAction = {
  readonly policy: ActionPolicy;
  readonly address: string;
  /** The ids of the action's subjects. */
  readonly subjects?: readonly string[];
  /** What else a solution is bound to, such as a code or a raffle's id. It is valid for nothing else. */
  readonly bound?: Bound;
  /**
   * Of another action's proof (`remembers`): where it was right lately, its subjects count apart, for that network
   * alone.
   */
  readonly knownBy?: { readonly policy: ActionPolicy; readonly remembers: string };
};

/** An action that proves something, such as a code. */
export type LimitedProof = LimitedAction & {
  /** Counters that impose a wait, which no puzzle removes: of an account, or of a single raffle. */
  readonly waits?: readonly CountedBy[];
  /**
   * The name of what is proved. A success is stored for its network for a day. Later proofs of it from that network
   * cost a plain puzzle at most. They are asked nothing for what others do: neither the whole site's count nor `waits`
   * apply, but waits of that network alone. Failures count for the whole site as those of any network.
   */
  readonly remembers?: string;
};

/**
 * The rate limits for all actions of strangers. An action is counted by network, wider networks, subject and whole
 * site, across all processes. Past a limit it needs a puzzle solution; nobody who solves the puzzle is blocked.
 *
 * The solution comes in the field `altcha` of a body or form, or in the header `x-altcha` where there is no body. For
 * plain page loads it comes in the cookie of the page that solves it. It pays for one action. An invalid one counts as
 * none.
 */
export type StrangersLimits = {
  /**
   * Counts an action and accepts it, or refuses with `challenge-required`. Call it last, after all other checks, so
   * nobody solves a puzzle for a form that then needs correcting.
   */
  admit(action: LimitedAction, solution: unknown): Promise<Outcome<void, ChallengeRefusal>>;
  /** Like AttemptCounter's `attempt`, but past the limits it refuses with `challenge-required`. Only failures count. */
  attempt<Value, Reason extends string, Wait>(
    action: LimitedProof,
    solution: unknown,
    proof: Attempt<Value, Reason, Wait>,
  ): Promise<Outcome<Value, Refusal<Reason> | ChallengeRefusal> | Wait>;
  /** Counts a failure that was found in another way. Never asks for a puzzle. */
  countFailure(action: LimitedAction): Promise<void>;
};

export type StrangersLimitsOptions = {
  readonly counter: AttemptCounter;
  readonly puzzle: Puzzle;
  readonly note: NoteLimit;
};

export function createStrangersLimits({ counter, puzzle, note }: StrangersLimitsOptions): StrangersLimits {
  async function begin(action: LimitedProof, solution: unknown) {
    const { policy, waits = [], remembers } = action;
    const bound = { action: policy.solvedAs ?? policy.action, ...action.bound };
    const paid = solution ? await puzzle.check(bound, solution) : null;
    const network = networkOf(action.address);
    const proof = action.knownBy ?? (remembers === undefined ? undefined : { policy, remembers });
    const known = proof && knownAs(proof.policy, network, proof.remembers);
    const counted = await counter.begin({
      by: [
        ...costsOf(action),
        ...sparesOf(action),
        ...firstOf(action),
        ...(known === undefined ? waits : waits.flatMap((wait) => apartForKnown(wait, network))),
      ],
      paid,
      ...(known !== undefined && { known }),
    });
    if (paid && counted.counted) note(policy.action, "solved");
    return { bound, known, counted };
  }

  async function ask(action: LimitedAction, bound: Bound, { cost, cause, freeInMs }: Counted) {
    note(action.policy.action, cause);
    const challenge = await puzzle.make(bound, cost);
    const seconds = Math.max(1, Math.ceil(freeInMs / 1000));
    const limit = costsOf(action).find((by) => by.cause === cause);
    if (limit) reportLimit(leftOf(limit, 0, seconds * 1000));
    return refuse({ reason: "challenge-required", challenge, seconds } as const);
  }

  /** What is left to the network and of the subjects. What others use up of the rest is nobody's business. */
  function reportLeft(action: LimitedAction, counted: Counted["counted"]): void {
    for (const by of costsOf(action).filter(({ cause }) => cause === "network" || cause === "subject")) {
      const state = counter.stateOf(counted, by);
      if (!state) continue;
      const resetMs = Math.min(state.tries, by.policy.free) * shareOf(by.policy);
      reportLimit(leftOf(by, Math.max(0, by.policy.free - state.tries), resetMs));
    }
  }

  return {
    async admit(action, solution) {
      const { bound, counted } = await begin(action, solution);
      if (!counted.counted) return ask(action, bound, counted);
      reportLeft(action, counted.counted);
      return accept(undefined);
    },
    attempt(action, solution, attempt) {
      const { policy, waits = [] } = action;
      const narrow = { kind: kindOf(policy, "network"), value: networkOf(action.address) };
      return counter.queue.run([narrow, ...waits].map(queueKeyOf), async () => {
        const { bound, known, counted } = await begin(action, solution);
        if (counted.waitMs > 0) {
          note(policy.action, "waits");
          return attempt.reportWait(counted.waitMs);
        }
        if (!counted.counted) return ask(action, bound, counted);
        return proveCounted(attempt, async ({ failed, right }) => {
          if (failed) note(policy.action, "missed");
          else await counter.takeBack(counted.counted, right ? known : undefined);
        });
      });
    },
    async countFailure(action) {
      note(action.policy.action, "missed");
      // With a maximum cost of 0 it always counts: the failure has already happened.
      const costs = costsOf(action).map((by) => ({ ...by, hardest: 0 }));
      await counter.begin({ by: [...costs, ...sparesOf(action), ...firstOf(action)] });
    },
  };
}

/** No limits at all: for load tests only. */
export const NO_LIMITS: StrangersLimits = {
  admit: () => Promise.resolve(accept(undefined)),
  attempt: (_action, _solution, { prove }) => prove(),
  countFailure: () => Promise.resolve(),
};

function costsOf({ policy, address, subjects = [], knownBy }: LimitedAction): CostedBy[] {
  const { network, subject, site, hardest = HARDEST } = policy;
  const by = (cause: string, value: string, allowance: Allowance): CostedBy => {
    return { policy: allowance, kind: kindOf(policy, cause), value, hardest, cause, paced: cause !== "site" };
  };
  const wider = widerNetworksOf(address).map((one) =>
    by("wider", one.network, policy.wider ?? manyTimes(network, timesOf(one))),
  );
  const bySubject = subject ? subjects.map((id) => by("subject", id, subject)) : [];
  const [first] = firstOf({ policy, address });
  return [
    by("network", networkOf(address), network),
    ...wider,
    ...(knownBy ? bySubject.flatMap((one) => apartForKnown(one, networkOf(address))) : bySubject),
    ...(site ? [{ ...by("site", "", site), freeIfKnown: true, spared: true, ...(first && { onceBy: first }) }] : []),
  ];
}

/**
 * Whether a try is the first of its widest network in the site's window. A counter of its own, so that nothing else
 * that counts a network can keep it out of the site's count.
 */
function firstOf({ policy, address }: LimitedAction): FirstBy[] {
  if (!policy.site || !policy.siteCounts) return [];
  return [{ kind: kindOf(policy, "site network"), value: widestNetworkOf(address), firstInMs: policy.site.windowMs }];
}

/** The counters of the widest network that spare it what the whole site is asked. */
function sparesOf({ policy, address }: LimitedAction): SparesBy[] {
  if (!policy.site) return [];
  const value = widestNetworkOf(address);
  return [
    { kind: kindOf(policy, "spared at once"), value, spares: SPARED.atOnce },
    { kind: kindOf(policy, "spared a day"), value, spares: SPARED.aDay, paced: true },
  ];
}

function leftOf({ kind, policy }: CostedBy, left: number, resetMs: number): LimitLeft {
  return { name: kind, quota: policy.free, windowMs: policy.windowMs, left, resetMs };
}

/** The counter's kind for one limit of an action. */
export function kindOf({ action }: ActionPolicy, cause: string): string {
  return `${action} by ${cause}`;
}

/** Under what the counter remembers that a proof was right, from a network. */
function knownAs({ action }: ActionPolicy, network: string, remembers: string): string {
  return `${action}\0${network}\0${remembers}`;
}

function manyTimes({ free, windowMs, doublesAfter }: Allowance, times: number): Allowance {
  return { free: free * times, windowMs, doublesAfter: doublesAfter * times };
}
