import { randomCode } from "#src/base/codes.ts";

/**
 * Crockford's base 32 (https://www.crockford.com/base32.html): no letter looks like a digit, and none makes up words by
 * accident.
 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const LENGTH = 10;

/** The longest address that a QR code of ours holds is shorter. */
const LONGEST = 300;

const FORMAT = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** A new voucher's code: one of 32^10, some 10^15. */
export function newVoucherCode(): string {
  return randomCode(ALPHABET, LENGTH);
}

/**
 * Reads a voucher's code as people type it: with blanks, hyphens and small letters, with I or L for 1 and O for 0.
 * Cameras read it as the last part of the address that the QR code holds.
 *
 * @returns the code as it is stored; null for what cannot be one
 */
export function readVoucherCode(typed: string): string | null {
  if (typed.length > LONGEST) return null;
  const [path = ""] = typed.trim().split(/[?#]/);
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  const code = last
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .toUpperCase()
    .replaceAll(/[IL]/g, "1")
    .replaceAll("O", "0");
  return FORMAT.test(code) ? code : null;
}

/** A voucher's code as it is printed and read out: XXXXX-XXXXX. */
export function shownVoucherCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}
