import type { Fault } from "../format/fault.ts";
import { faultOfMembers, hex, type Kind, time, wholeNumber } from "../format/members.ts";
import { faultOfSignature } from "../format/signature.ts";
import { isText } from "../format/texts.ts";
import { logKey } from "../log/checkpoint.ts";
import { ENTRANT } from "./ticket.ts";

/** What an entrant can have signed at any time: what the site knew of their entry then. */
export type Receipt = {
  readonly raffle: string;
  readonly entryCode: string;
  readonly seal: string;
  readonly wishes: readonly string[];
  /** The numbers of the rules that were done. */
  readonly rules: readonly number[];
  readonly at: string;
  /** The key of the site's log as one word. Receipts from before there was a log lack it. */
  readonly log?: string;
};

const RECEIPT: Readonly<Record<Exclude<keyof Receipt, "log">, Kind>> = {
  raffle: ENTRANT.raffle,
  entryCode: ENTRANT.entryCode,
  seal: hex(32),
  wishes: { notation: "[NFC…]", holds: (value) => Array.isArray(value) && value.every(isText) },
  rules: { notation: "[0…]", holds: (value) => Array.isArray(value) && value.every(wholeNumber(0).holds) },
  at: time,
};

/** What is wrong with a receipt: its members, or the signature of them by the site's key. */
export function faultOfReceipt(receipt: unknown, signature: unknown, siteKey: unknown): Fault | undefined {
  const hasLog = typeof receipt === "object" && receipt !== null && Object.hasOwn(receipt, "log");
  const members: Readonly<Record<string, Kind>> = hasLog ? { ...RECEIPT, log: logKey } : RECEIPT;
  return faultOfMembers("receipt", receipt, members) ?? faultOfSignature(receipt, signature, siteKey);
}
