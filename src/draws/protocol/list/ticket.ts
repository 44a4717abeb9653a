import { hashOf, type Sha256 } from "#src/base/hashing/sha256.ts";
import { type Fault, shown } from "../format/fault.ts";
import { faultOfMembers, hex, type Kind, listOf, matching, oneOf, wholeNumber } from "../format/members.ts";
import { compareTexts } from "../format/texts.ts";
import { type Plan, PROTOCOL_1, PROTOCOL_2, type Protocol } from "../plan.ts";

/**
 * Why a ticket is out. `withdrawn`: the entrant removed the entry; `deleted`: anybody else did; `won-before`: the
 * entrant won in another draw of the organiser, not long ago.
 */
export type OutReason = "rules" | "disqualified" | "deleted" | "withdrawn" | "won-before";

/** The reasons of each version; `won-before` only where a lock says which draws it is about. */
const OUT: Readonly<Record<Protocol, readonly OutReason[]>> = {
  [PROTOCOL_1]: ["rules", "disqualified"],
  [PROTOCOL_2]: ["rules", "disqualified", "deleted", "withdrawn"],
};

/** Those whose entry is gone: nothing is known of them but that they were there. */
const GONE: readonly string[] = ["deleted", "withdrawn"];

/** One entry in the list, in play or not; it names nobody. */
export type Ticket = {
  readonly ticket: number;
  readonly chances: number;
  readonly wishes: readonly string[];
  readonly out: "" | OutReason;
  readonly seal: string;
};

/** What an entrant knows of their own entry: enough to find their ticket. */
export type Entrant = {
  readonly email: string;
  readonly entryCode: string;
  readonly key: string;
  readonly raffle: string;
};

/** The members of what an entrant gives to be found; an e-mail is taken as it is, for it is compared by its hash. */
export const ENTRANT: Readonly<Record<keyof Entrant, Kind>> = {
  email: { notation: "…", holds: (value) => typeof value === "string" && value.isWellFormed() },
  entryCode: matching(/^[A-Z]{8}$/, "[A-Z]{8}"),
  key: hex(16),
  raffle: matching(/^[A-Z0-9]{8}$/, "[A-Z0-9]{8}"),
};

/** What stands for an entrant in the list: nobody can trace it without the key. */
export function sealOf({ email, entryCode, key, raffle }: Entrant, hash?: Sha256): string {
  return hashOf({ email, entryCode, key, raffle }, hash);
}

/**
 * The line of a ticket in the list file, without its LF. It is the canonical JSON of the ticket, put together here
 * because lists have a million lines; `wishes` are well-formed texts, as those of a plan are.
 */
export function lineOf({ ticket, chances, wishes, out, seal }: Ticket): string {
  return `{"chances":${chances},"out":"${out}","seal":"${seal}","ticket":${ticket},"wishes":${JSON.stringify(wishes)}}`;
}

const SEAL_BYTES = 32;

/** What lines of a list have to be under a plan. */
export type TicketRules = {
  readonly kinds: Readonly<Record<keyof Ticket, Kind>>;
  readonly requires: Plan["requires"];
  /** The plan's prize codes and where each stands in order of texts. */
  readonly places: ReadonlyMap<string, number>;
};

/** @param isPaused whether the lock names draws whose winners are out */
export function rulesOfTickets({ protocol, requires, maxChances, prizes }: Plan, isPaused: boolean): TicketRules {
  const out = isPaused ? [...OUT[protocol], "won-before"] : OUT[protocol];
  const codes = prizes.map(({ prizeCode }) => prizeCode).toSorted(compareTexts);
  return {
    kinds: {
      ticket: wholeNumber(1),
      chances: wholeNumber(0, maxChances),
      wishes: listOf(0),
      out: oneOf("", ...out),
      seal: hex(SEAL_BYTES),
    },
    requires,
    places: new Map(codes.map((code, place) => [code, place])),
  };
}

/** What is wrong with the ticket that should have a number; nothing where it is as the plan wants it. */
export function faultOfTicket(value: unknown, number: number, rules: TicketRules): Fault | undefined {
  const where = `#${number}`;
  const fault = faultOfMembers(where, value, rules.kinds);
  if (fault) return fault;
  const { ticket, chances, out, wishes } = value as Ticket;
  if (ticket !== number) {
    return { rule: "ticket-number", where, expected: String(number), found: String(ticket) };
  }
  if ((chances === 0) !== (out !== "")) {
    const expected = out === "" ? rules.kinds.chances.notation.replace("0", "1") : "0";
    return { rule: "out-has-no-chances", where, expected, found: String(chances) };
  }
  if (out === "rules" && rules.requires === "none") {
    return {
      rule: "out-for-rules",
      where,
      expected: rules.kinds.out.notation.replace(' "rules" |', ""),
      found: shown(out),
    };
  }
  if (GONE.includes(out) && wishes.length > 0) {
    return { rule: "gone-without-wishes", where, expected: "[]", found: shown(wishes) };
  }
  return faultOfWishes(wishes, where, rules.places);
}

function faultOfWishes(wishes: readonly unknown[], where: string, places: TicketRules["places"]): Fault | undefined {
  let [before, last] = ["", -1];
  for (const wish of wishes) {
    const place = typeof wish === "string" ? places.get(wish) : undefined;
    if (place === undefined) {
      return { rule: "wish-of-plan", where, expected: shown([...places.keys()]), found: shown(wish) };
    }
    if (place <= last) {
      return { rule: "wishes-in-order", where, expected: `> ${shown(before)}`, found: shown(wish) };
    }
    [before, last] = [String(wish), place];
  }
  return undefined;
}

/** A fault of a ticket that is as the plan wants it, but was written otherwise than canonical JSON is. */
export function faultOfSpelling(ticket: Ticket, line: string): Fault | undefined {
  const canonical = lineOf(ticket);
  if (canonical === line) return undefined;
  return { rule: "canonical", where: `#${ticket.ticket}`, expected: shown(canonical), found: shown(line) };
}
