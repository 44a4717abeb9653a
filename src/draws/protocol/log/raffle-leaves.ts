import { secondsOf } from "../format/times.ts";
import type { Leaf, LoggedChanger, RenewalLeaf } from "./leaf.ts";

/** What the log says of one seal of a raffle. Times are in seconds since 1970. */
export type LoggedSeal = {
  readonly seal: string;
  /** The index and time of the first leaf of the entry, which may have had other seals before this one. */
  readonly first: number;
  readonly firstAt: number;
  readonly cameBy: readonly LoggedChanger[];
  /** What became of it: it stands, the entry has another seal now, or the entry was removed. */
  readonly state: "stands" | "changed" | "removed";
  readonly since: number;
  readonly by: readonly LoggedChanger[];
  readonly reason: string;
};

/** A leaf of a draw: where it stands, when it was written, and the hash that it names. */
export type LoggedHash = { readonly index: number; readonly at: number; readonly hash: string };

type SealLeaf = Extract<Leaf, { kind: "entry" | "change" | "removal" }>;

/** Leaves of seals that came later than leaves about a list are to come. */
class LateLeaves {
  readonly #came = new Set<string>();
  readonly #removed = new Set<string>();
  /** The seal that came in place of each. */
  readonly #next = new Map<string, string>();

  add(leaf: SealLeaf): void {
    if (leaf.kind === "removal") this.#removed.add(leaf.seal);
    else this.#came.add(leaf.seal);
    if (leaf.kind === "change" && leaf.from !== leaf.seal) this.#next.set(leaf.from, leaf.seal);
  }

  /** Whether a seal came then. */
  hasCome(seal: string): boolean {
    return this.#came.has(seal);
  }

  /** Whether the entry of a seal was removed then. */
  isRemoved(seal: string): boolean {
    return this.#later(seal).some((one) => this.#removed.has(one));
  }

  /** Whether the entry of a seal got another one then that is in a list. */
  isListedAs(seal: string, listed: ReadonlySet<string>): boolean {
    return this.#later(seal).some((one) => listed.has(one));
  }

  /** A seal, and those that its entry got one after the other. */
  #later(seal: string): string[] {
    const seals = new Set<string>();
    for (let one: string | undefined = seal; one !== undefined && !seals.has(one); one = this.#next.get(one)) {
      seals.add(one);
    }
    return [...seals];
  }
}

/**
 * Collects what a log says of one raffle, leaf by leaf in the log's order.
 *
 * A change that is older than the lock may be written up to a minute after it. So seals are followed to their leaves
 * of that minute. What later leaves say may be about later times, or the log was late: see `late`.
 */
export class RaffleLeaves {
  readonly seals = new Map<string, LoggedSeal>();
  readonly plans: LoggedHash[] = [];
  readonly locks: LoggedHash[] = [];
  readonly draws: LoggedHash[] = [];
  readonly replacements: LoggedHash[] = [];
  /** Where the log itself went on under another name. */
  readonly renewals: { readonly index: number }[] = [];
  /** Hashes by kind of what has to come before a replacement. */
  readonly announcements = new Map<string, LoggedHash>();
  readonly consents = new Map<string, LoggedHash>();
  /** What leaves say of seals that were written after that minute. */
  readonly late = new LateLeaves();
  readonly #tag: string;
  readonly #until: number;

  /**
   * @param tag the raffle's in the log
   * @param until the second since 1970 behind which changes of seals are not followed
   */
  constructor(tag: string, until: number) {
    this.#tag = tag;
    this.#until = until;
  }

  /** Adds a leaf that was read; those of other raffles are passed over. */
  add(index: number, leaf: Leaf | RenewalLeaf): void {
    if (leaf.kind === "renewal") this.renewals.push({ index });
    if (leaf.kind === "renewal" || leaf.raffle !== this.#tag) return;
    const at = secondsOf(leaf.at) ?? 0;
    const named = (hash: string): LoggedHash => ({ index, at, hash });
    switch (leaf.kind) {
      case "plan":
        this.plans.push(named(leaf.plan));
        break;
      case "lock":
        this.locks.push(named(leaf.lock));
        break;
      case "draw":
        this.draws.push(named(leaf.results));
        break;
      case "replacement":
        this.replacements.push(named(leaf.replacement));
        break;
      case "announcement":
        this.announcements.set(leaf.announcement, named(leaf.announcement));
        break;
      case "consent":
        this.consents.set(leaf.consent, named(leaf.consent));
        break;
      case "objection":
        break;
      default:
        if (at <= this.#until) this.#ofSeal(index, at, leaf);
        else this.late.add(leaf);
    }
  }

  #ofSeal(index: number, at: number, leaf: SealLeaf): void {
    const { by } = leaf;
    const known = this.seals.get(leaf.kind === "change" ? leaf.from : leaf.seal);
    const came = known ?? { first: index, firstAt: at, cameBy: by };
    const { first, firstAt, cameBy } = came;
    const next = { seal: leaf.seal, first, firstAt, cameBy, since: at, by, reason: "" };
    if (leaf.kind === "removal") {
      this.seals.set(leaf.seal, { ...next, state: "removed", reason: leaf.reason });
      return;
    }
    if (leaf.kind === "change" && leaf.from !== leaf.seal) {
      this.seals.set(leaf.from, { ...next, seal: leaf.from, state: "changed" });
    }
    this.seals.set(leaf.seal, { ...next, state: "stands" });
  }
}
