import { NIL, v7 } from "uuid";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const RANDOM_BYTES = 16;
/** Asking the generator costs more than what it gives, so it is asked for many identifiers at once. */
const pool = new Uint8Array(256 * RANDOM_BYTES);
let taken = pool.length;

/** Of the last identifier: its millisecond, and how far the count in it has come (RFC 9562 §6.2, method 1). */
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
 * Stands where the id of a raffle or an event would, for what belongs to neither: an account's mail, a change of the site.
 * A key that the database is sharded by cannot be null. Known to the migrations too.
 */
export const SITE_ID = NIL;

/** Tells whether a text has the form of an identifier; asking the database with anything else is an error there. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
