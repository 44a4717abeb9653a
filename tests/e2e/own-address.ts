import type { BrowserContext } from "@playwright/test";

/** Lets a browser come from an address that no other test has, so that nobody else's wrong codes make it wait. */
export async function comeFromOwnAddress(context: BrowserContext): Promise<void> {
  const part = () => Math.floor(Math.random() * 256);
  // 198.18.0.0/15 is set aside for tests (RFC 2544).
  await context.setExtraHTTPHeaders({ "x-forwarded-for": `198.18.${part()}.${part()}` });
}
