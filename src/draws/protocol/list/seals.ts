import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Fault } from "../format/fault.ts";

const SEAL_BYTES = 32;
const FIRST_CAPACITY = 1024;
/** More than a list can have tickets (DRAW_LIMITS); 30 bits of a seal beside an index below it are an exact number. */
const INDEXES = 2 ** 23;

/** The seals of a list's tickets, in order. */
export class Seals {
  #bytes = new Uint8Array(FIRST_CAPACITY * SEAL_BYTES);
  #count = 0;

  add(seal: string): void {
    if (this.#count * SEAL_BYTES === this.#bytes.length) {
      const bytes = new Uint8Array(2 * this.#bytes.length);
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
    this.#bytes.set(hexToBytes(seal), this.#count * SEAL_BYTES);
    this.#count += 1;
  }

  /** A fault where two tickets have one seal: two entrants would be shown the same. */
  faultOfTwins(): Fault | undefined {
    const words = new DataView(this.#bytes.buffer);
    const compare = (a: number, b: number): number => {
      for (let at = 0; at < SEAL_BYTES; at += 4) {
        const difference = words.getUint32(a * SEAL_BYTES + at) - words.getUint32(b * SEAL_BYTES + at);
        if (difference !== 0) return difference;
      }
      return 0;
    };
    // Sorted rather than stored in a table by their first bits, which a hostile list could fill into one slot. Numbers
    // are sorted in a fifth of the time: first bits and index as one, and then those alone whose first bits are the
    // same.
    const keys = Float64Array.from({ length: this.#count }, (_, index) => {
      return (words.getUint32(index * SEAL_BYTES) >>> 2) * INDEXES + index;
    }).sort();
    const order = Uint32Array.from(keys, (key) => key % INDEXES);
    for (let start = 0, end = 1; end <= keys.length; end += 1) {
      if (Math.floor((keys[end] ?? -1) / INDEXES) === Math.floor((keys[start] ?? 0) / INDEXES)) continue;
      if (end - start > 1) order.subarray(start, end).sort(compare);
      start = end;
    }
    for (let i = 1; i < order.length; i += 1) {
      const [one, other] = [order[i - 1] ?? 0, order[i] ?? 0];
      if (compare(one, other) === 0) {
        const seal = bytesToHex(this.#bytes.subarray(one * SEAL_BYTES, (one + 1) * SEAL_BYTES));
        const numbers = [one + 1, other + 1].toSorted((a, b) => a - b);
        return { rule: "seal-once", where: `#${numbers.join(", #")}`, expected: "1", found: seal };
      }
    }
    return undefined;
  }
}
