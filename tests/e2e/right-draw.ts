import type { Page } from "@playwright/test";
import { drawOf, listOf, planOf, prizeOf, ticketsOf } from "../support/draws.ts";

/** A draw that is right, of three tickets and two prizes. */
export async function rightFiles() {
  const plan = planOf({ prizes: [prizeOf("QUESO"), prizeOf("HAM", { orderNumber: 2, winners: 2 })] });
  const list = listOf(ticketsOf(plan, [{}, {}, {}]));
  const transcript = await drawOf({ plan, list });
  const winners = Object.fromEntries(transcript.results.map(({ prizeCode, winners: won }) => [prizeCode, [...won]]));
  return { list, transcript, winners };
}

/** Gives a page these files for those of its raffle, whose randomness no test can choose. */
export async function giveFiles(
  page: Page,
  { list, transcript }: Awaited<ReturnType<typeof rightFiles>>,
): Promise<void> {
  await page.route("**/api/raffles/*/draw", (route) => route.fulfill({ json: transcript }));
  await page.route("**/api/raffles/*/draw/tickets", (route) => route.fulfill({ body: list }));
}
