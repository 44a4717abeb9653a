import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Sha256, sha256 } from "#src/base/hashing/sha256.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { leafHash, MerkleRoot } from "#src/tlog/format/merkle.ts";
import { type Fault, shown } from "../format/fault.ts";
import type { Plan } from "../plan.ts";
import { Seals } from "./seals.ts";
import { faultOfSpelling, faultOfTicket, lineOf, rulesOfTickets, type Ticket, type TicketRules } from "./ticket.ts";
import { TicketList } from "./ticket-list.ts";

/**
 * What this code draws and verifies at most, so that nothing it is given keeps it busy for hours or fills the memory:
 * some 200 MB for tickets and 125 MB for wishes; the scores take a browser some minutes.
 */
export const DRAW_LIMITS = { tickets: 5_000_000, wishes: 1_000_000_000, scores: 200_000_000 } as const;

/** A draw beyond a limit is neither right nor wrong: it is not looked at. */
export type TooLarge = { readonly tooLarge: keyof typeof DRAW_LIMITS };

/** A list that is as its plan wants it. */
export type ReadList = {
  readonly list: TicketList;
  readonly root: string;
  /** The tickets that have the seal that was asked for: one at most. */
  readonly sealed: Ticket | undefined;
};

/** Bytes as they come: a file or a download in chunks, or all at once. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

type ReadOptions = {
  /** How many tickets the lock states: what is longer is not read to its end. */
  readonly expected?: number;
  /** What the lock says: without any, no ticket can be out because somebody won before. */
  readonly pausedBy?: readonly string[] | undefined;
  readonly seal?: string;
  readonly hash?: Sha256;
  /** Is called after each chunk, with how many tickets were read. */
  readonly onTickets?: ((count: number) => void) | undefined;
};

/**
 * Reads a list file chunk by chunk, so that it never has to be in memory.
 */
export async function readList(
  plan: Plan,
  chunks: Chunks,
  options: ReadOptions = {},
): Promise<Outcome<ReadList, Fault | TooLarge>> {
  const lines = new Lines(plan, options);
  for await (const chunk of chunks) {
    const refusal = lines.add(chunk);
    if (refusal) return refuse(refusal);
    options.onTickets?.(lines.count);
  }
  return lines.end();
}

const LF = 10;

class Lines {
  readonly #plan: Plan;
  readonly #rules: TicketRules;
  readonly #list: TicketList;
  readonly #seals = new Seals();
  readonly #root: MerkleRoot;
  readonly #hash: Sha256;
  readonly #seal: string | undefined;
  readonly #expected: number;
  readonly #longest: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #rest = new Uint8Array();
  #sealed: Ticket | undefined;

  constructor(plan: Plan, { expected, pausedBy = [], seal, hash = sha256 }: ReadOptions) {
    this.#plan = plan;
    this.#rules = rulesOfTickets(plan, pausedBy.length > 0);
    this.#list = new TicketList(plan);
    this.#root = new MerkleRoot(hash);
    this.#hash = hash;
    this.#seal = seal;
    this.#expected = expected ?? Number.POSITIVE_INFINITY;
    this.#longest = longestLine(plan);
  }

  get count(): number {
    return this.#list.count;
  }

  add(chunk: Uint8Array): Fault | TooLarge | undefined {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const part = chunk.subarray(start, end);
      const refusal = this.#line(start > 0 ? part : concatBytes(this.#rest, part));
      if (refusal) return refusal;
      start = end + 1;
    }
    this.#rest = start > 0 ? chunk.slice(start) : concatBytes(this.#rest, chunk);
    return this.#faultOfLength(this.#rest);
  }

  end(): Outcome<ReadList, Fault | TooLarge> {
    const list = this.#list;
    if (this.#rest.length > 0) {
      return refuse({ rule: "last-line-end", where: `#${list.count + 1}`, expected: "LF", found: "—" });
    }
    if (list.chances === 0) {
      return refuse({ rule: "somebody-in-play", where: "lock.chances", expected: "≥ 1", found: "0" });
    }
    const fault = this.#seals.faultOfTwins();
    if (fault) return refuse(fault);
    if (list.scoresOf(this.#plan.prizes) > DRAW_LIMITS.scores) return refuse({ tooLarge: "scores" });
    return accept({ list, root: bytesToHex(this.#root.root()), sealed: this.#sealed });
  }

  #line(bytes: Uint8Array): Fault | TooLarge | undefined {
    const number = this.#list.count + 1;
    const where = `#${number}`;
    if (number > this.#expected) {
      return { rule: "equal", where: "lock.tickets", expected: String(this.#expected), found: `≥ ${number}` };
    }
    if (number > DRAW_LIMITS.tickets) return { tooLarge: "tickets" };
    if (number * this.#plan.prizes.length > DRAW_LIMITS.wishes) return { tooLarge: "wishes" };
    const tooLong = this.#faultOfLength(bytes);
    if (tooLong) return tooLong;
    const line = this.#decode(bytes);
    if (line === undefined) return { rule: "utf-8", where, expected: "UTF-8", found: "—" };
    const value = parsed(line);
    if (value === undefined) return { rule: "line", where, expected: "JSON", found: shown(line) };
    const fault = faultOfTicket(value, number, this.#rules) ?? faultOfSpelling(value as Ticket, line);
    if (fault) return fault;
    const ticket = value as Ticket;
    this.#list.add(ticket);
    this.#seals.add(ticket.seal);
    this.#root.add(leafHash(bytes, this.#hash));
    if (ticket.seal === this.#seal) this.#sealed = ticket;
    return undefined;
  }

  #faultOfLength(bytes: Uint8Array): Fault | undefined {
    if (bytes.length <= this.#longest) return undefined;
    const where = `#${this.#list.count + 1}`;
    return { rule: "line", where, expected: `≤ ${this.#longest}`, found: `> ${this.#longest}` };
  }

  #decode(bytes: Uint8Array): string | undefined {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      return undefined;
    }
  }
}

/** What is read loosely here (a member twice, spaces, numbers) is found by comparing it with its one spelling. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The bytes of a line in which somebody wishes for everything: none can be longer. */
function longestLine({ prizes, maxChances }: Plan): number {
  const wishes = prizes.map(({ prizeCode }) => prizeCode);
  const seal = "0".repeat(64);
  const fullest = lineOf({ ticket: DRAW_LIMITS.tickets, chances: maxChances, wishes, out: "disqualified", seal });
  return utf8ToBytes(fullest).length + SLACK;
}

/** So that the fault of a line with a space or a member too many is named. */
const SLACK = 1000;
