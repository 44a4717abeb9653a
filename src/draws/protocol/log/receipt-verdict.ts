import { readVkey } from "#src/tlog/format/note.ts";
import { type Fault, shown } from "../format/fault.ts";
import { faultOfDifference } from "../format/members.ts";
import { secondsOf } from "../format/times.ts";
import { faultOfReceipt, type Receipt } from "../list/receipt.ts";
import type { Ticket } from "../list/ticket.ts";
import type { OpenLock } from "../lock.ts";
import { LOGGED_WITHIN, type LoggedChanger, type RemovalReason } from "./leaf.ts";
import { provedLeaf } from "./proved-leaf.ts";

/** What an entrant has: the file of their receipt, and what the site answered about its seal, if they asked. */
type ReceiptInput = {
  /** `{ receipt, signature, siteKey }` */
  readonly signed: unknown;
  /** The answer of `/api/raffles/{code}/log/{seal}`. */
  readonly log?: unknown;
  /** The log's key, for receipts that do not have it. */
  readonly logKey?: string | undefined;
};

/**
 * What became of a receipt. `explained`: the entry is not in the list, or listed as removed, and the log says who
 * changed or removed it in time. `convicted`: it does not. `log-missing`: nobody looked. `made-later`: the receipt came
 * after the lock.
 */
export type ReceiptVerdict =
  | { readonly state: "wrong"; readonly fault: Fault }
  | { readonly state: "listed"; readonly ticket: Ticket }
  | {
      readonly state: "explained";
      readonly kind: "change" | "removal";
      readonly by: readonly LoggedChanger[];
      readonly reason: RemovalReason;
      readonly at: string;
    }
  | { readonly state: "convicted" | "log-missing" | "made-later" };

/** What a verification found, by which a receipt is judged. */
type Found = {
  readonly lock: OpenLock;
  /** The key of the lock, which has to be the receipt's. */
  readonly siteKey: unknown;
  /** The line of the list with the receipt's seal. */
  readonly ticket: Ticket | undefined;
};

/** A receipt for `verifyDraw`, which is handed the judgement: browsers that check no receipt do not load it. */
export type JudgedReceipt = {
  /** The seal that the receipt has, before it is verified. Undefined where it has none. */
  readonly seal: string | undefined;
  /** Judges it by a list whose lock was verified. */
  judge(found: Found): ReceiptVerdict;
};

/** Reads a receipt that is to be judged. */
export function receiptToJudge(input: ReceiptInput): JudgedReceipt {
  const seal = (input.signed as { receipt?: { seal?: unknown } } | null)?.receipt?.seal;
  return {
    seal: typeof seal === "string" && /^[0-9a-f]{64}$/.test(seal) ? seal : undefined,
    judge: (found) => judgeReceipt(input, found),
  };
}

function judgeReceipt({ signed, log, logKey }: ReceiptInput, { lock, siteKey, ticket }: Found): ReceiptVerdict {
  const given = (signed ?? {}) as { receipt?: unknown; signature?: unknown; siteKey?: unknown };
  const fault =
    faultOfReceipt(given.receipt, given.signature, given.siteKey) ??
    faultOfDifference("siteKey", siteKey, given.siteKey) ??
    faultOfDifference("receipt.raffle", lock.plan.raffle, (given.receipt as Receipt).raffle);
  if (fault) return { state: "wrong", fault };
  const receipt = given.receipt as Receipt;
  // A removed ticket keeps its line: then, too, the log has to say who removed it.
  const isRemoved = ticket?.out === "deleted" || ticket?.out === "withdrawn";
  if (ticket && !isRemoved) return { state: "listed", ticket };
  const lockedAt = secondsOf(lock.lockedAt as string) ?? 0;
  if ((secondsOf(receipt.at) ?? 0) > lockedAt) return { state: "made-later" };
  if (log === undefined) return { state: "log-missing" };
  const key = readVkey(receipt.log ?? logKey ?? "");
  if (!key) {
    return {
      state: "wrong",
      fault: { rule: "key", where: "log", expected: "c2sp.org/signed-note", found: shown(logKey) },
    };
  }
  const answer = (log as { leaves?: unknown } | null)?.leaves;
  for (const one of Array.isArray(answer) ? answer : []) {
    const leaf = provedLeaf(one, key)?.leaf;
    if (!leaf || (secondsOf(leaf.at) ?? Number.POSITIVE_INFINITY) > lockedAt + LOGGED_WITHIN) continue;
    if (leaf.kind === "removal" && leaf.seal === receipt.seal) {
      return { state: "explained", kind: "removal", by: leaf.by, reason: leaf.reason, at: leaf.at };
    }
    if (leaf.kind === "change" && leaf.from === receipt.seal && leaf.seal !== receipt.seal) {
      return { state: "explained", kind: "change", by: leaf.by, reason: "", at: leaf.at };
    }
  }
  return { state: "convicted" };
}
