import type { BrowserContext } from "@playwright/test";

/** An address that no other test has. */
export function newAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  // 198.18.0.0/15 is set aside for tests (RFC 2544).
  return `198.18.${part()}.${part()}`;
}

/** The header by which a request comes from an address that no other test has. */
export function ownAddress(): Record<string, string> {
  return { "x-forwarded-for": newAddress() };
}

/** Lets a browser come from an address that no other test has, so that nobody else's wrong codes make it wait. */
export async function comeFromOwnAddress(context: BrowserContext, address: string = newAddress()): Promise<void> {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": address });
}
