import type { BrowserContext } from "@playwright/test";

/** A worker of Playwright runs tests one after another. A new one, with the next index, follows a test that failed. */
const WORKER = Number(process.env.TEST_WORKER_INDEX ?? 0);
/** More than the tests of a run ask for. */
const PER_WORKER = 2048;

let given = 0;

/** An address that no other test has. Neighbours are in other networks, of which each is counted as one too. */
export function newAddress(): string {
  const index = WORKER * PER_WORKER + given++;
  // 198.18.0.0/15 is set aside for tests (RFC 2544).
  return `198.${18 + ((index >> 16) & 1)}.${index & 255}.${(index >> 8) & 255}`;
}

/** The header by which a request comes from an address that no other test has. */
export function ownAddress(): Record<string, string> {
  return { "x-forwarded-for": newAddress() };
}

/** Lets a browser come from an address that no other test has, so that nobody else's wrong codes make it wait. */
export async function comeFromOwnAddress(context: BrowserContext, address: string = newAddress()): Promise<void> {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": address });
}
