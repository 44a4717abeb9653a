import { createHash } from "node:crypto";

/** The most characters of a shop's name in an address. */
const MAX_SLUG = 60;
const HASH_LENGTH = 6;

const ADDRESS = /^(?:[a-z0-9-]+-)?([0-9a-f]{10})$/;

/**
 * The last part of a shop page's path: `nanay-luz-bakery-3fa94c01d2`. The name says whose it is; the account's code
 * makes it an address that nobody else can have.
 */
export function shopAddress(shopName: string, shopCode: string): string {
  return [slugOf(shopName), shopCode].filter((part) => part !== "").join("-");
}

/** The account's code in an address; null if it is none. */
export function codeInAddress(address: string): string | null {
  return ADDRESS.exec(address)?.[1] ?? null;
}

/**
 * A name in small letters, digits and hyphens. Names that differ in case, accents or signs alone are one. A name that
 * loses letters or its end by that gets a hash of the whole, so that two shops of an account stay two.
 */
function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = plain
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  const isWhole = slug.length <= MAX_SLUG && !/[^\p{ASCII}\P{L}]|[^\p{ASCII}\P{N}]/u.test(plain);
  if (isWhole) return slug;
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, HASH_LENGTH);
  return [slug.slice(0, MAX_SLUG).replace(/-$/, ""), `x${hash}`].filter((part) => part !== "").join("-");
}
