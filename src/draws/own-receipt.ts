import { renderSVG } from "uqr";
import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Reader } from "#src/db/connect.ts";
import { readWholeEntry } from "#src/entries/read.ts";
import { jsonAttachment, type MailAttachment } from "#src/mail/schema.ts";
import { readHead } from "#src/tlog/read.ts";
import { siteKeyPair } from "./lock/site-key.ts";
import { logOrigin, logVkey } from "./log/names.ts";
import { readSealParts } from "./own-ticket.ts";
import { signObject } from "./protocol/format/signature.ts";
import { compareTexts } from "./protocol/format/texts.ts";
import { timeOf } from "./protocol/format/times.ts";
import type { Receipt } from "./protocol/list/receipt.ts";
import { sealOf } from "./protocol/list/ticket.ts";

type Deps = {
  readonly db: Reader;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly config: { readonly origin: string };
};

/** A receipt as a file that comes with a mail. Null if the entry was erased. */
export async function receiptFile(deps: Deps, scope: ContactScope): Promise<MailAttachment | null> {
  const signed = await signReceipt(deps, scope);
  return signed && jsonAttachment(`receipt-${signed.receipt.entryCode}.json`, signed);
}

/** One of the eight patterns of a QR code. To look for the best takes eight times as long, and phones read each. */
const QR_MASK = 0;

/**
 * A QR code, as SVG, that hands a receipt to the checks of its raffle's draw, on any phone. No server is sent what
 * follows "#".
 */
export function qrOfReceipt(origin: string, signed: SignedReceipt): string {
  const receipt = Buffer.from(JSON.stringify(signed)).toString("base64url");
  const address = `${origin}/raffle/${signed.receipt.raffle}/draw#receipt=${receipt}`;
  return renderSVG(address, { ecc: "L", maskPattern: QR_MASK, border: 4 });
}

/** A receipt, the signature of its canonical JSON, and the key that verifies it, both in hex. */
export type SignedReceipt = { readonly receipt: Receipt; readonly signature: string; readonly siteKey: string };

/**
 * Signs what the site knows of an entry now: the list cannot say otherwise later without the receipt showing it.
 *
 * @returns null if the entry was erased
 */
export async function signReceipt(deps: Deps, scope: ContactScope): Promise<SignedReceipt | null> {
  const mine = await readSealParts(deps, scope);
  const view = mine && (await readWholeEntry(deps.db, scope));
  if (!mine || !view) return null;
  const wished = view.wishes.filter(({ status }) => status === "Selected");
  const receipt: Receipt = {
    raffle: mine.raffle,
    entryCode: mine.entryCode,
    seal: sealOf(mine),
    wishes: wished.map(({ prizeCode }) => prizeCode).toSorted(compareTexts),
    rules: view.rules.filter(({ status }) => status === "Done").map(({ number }) => number),
    at: timeOf(Math.floor(deps.clock().getTime() / 1000)),
    log: logVkey(deps.secret, (await readHead(deps.db))?.origin ?? logOrigin(deps.config.origin)),
  };
  const { secretKey, siteKey } = siteKeyPair(deps.secret);
  return { receipt, signature: signObject(receipt, secretKey), siteKey };
}
