import { NIL, v7 } from "uuid";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const RANDOM_BYTES = 16;
/** A call to the generator costs more than the bytes it returns, so one call fetches bytes for 256 identifiers. */
const pool = new Uint8Array(256 * RANDOM_BYTES);
let taken = pool.length;

/** The last identifier's millisecond, and its counter within that millisecond (RFC 9562 §6.2, method 1). */
let msecs = 0;
let seq = 0;

/** A new identifier: UUID version 7, so that rows made later sort later and indexes grow at their end. */
export function newId(): string {
  const random = sixteenBytes();
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else {
    seq += 1;
  }
  return v7({ random, msecs, seq });
}

function sixteenBytes(): Uint8Array {
  if (taken === pool.length) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  taken += RANDOM_BYTES;
  return pool.subarray(taken - RANDOM_BYTES, taken);
}

/**
 * Replaces the raffle's or event's id in rows that belong to neither: an account's mail, a change of the site.
 * A sharding key cannot be null. The migrations contain the same value.
 */
export const SITE_ID = NIL;

/** Whether a text has the form of an identifier. A query with any other text is an error in the database. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
