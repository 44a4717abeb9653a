import { afterAll, beforeAll, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../tests/support/api.ts";
import { created } from "../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../tests/support/test-site.ts";
import { openVisitor } from "../../tests/support/visitor.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

/** Screens whose form is no edit of the raffle, lock, list to import or invitation: these have limits of their own. */
const COUNTED = [
  ...["draw-list", "draw-masterlist", "check-entries", "winners", "winners-report", "claim-settings", "share-raffle"],
  ...["helpers", "stations", "codes", "webhooks", "add-entry", "photos"],
];

it("asks for a puzzle once an organiser has changed things by the thousand, before the change is made", async () => {
  const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody());
  const { acceptTerms: _, ...person } = entryBody() as Record<string, string>;
  const { entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, entryBody());
  const shop = openVisitor(site.origin);
  await shop.visit(`/draw-list/${codeId}/${accessCode}`);
  const rename = async (firstName: string) =>
    (await shop.ask(`/update-entry/${entryCode}`, { ...person, intent: "info", firstName })).status;
  const isNamed = async (name: string) => (await shop.visit(`/update-entry/${entryCode}`)).html.includes(name);
  const tick = () => shop.ask(`/draw-list/${codeId}/~`, { intent: "tick" });
  // With the pass alone: so the only counters are those of changes.
  await site.database.pool.query("delete from guess_tallies");
  const sendSlips = () => shop.ask(`/helping/${codeId}/slips`, {});
  expect([await rename("Ana"), (await tick()).status, (await sendSlips()).status].includes(429)).toBe(false);
  expect(await isNamed("Ana")).toBe(true);

  await site.database.pool.query("update guess_tallies set used = 1000000");
  expect(await rename("Bea")).toBe(429);
  expect(await isNamed("Bea")).toBe(false);
  for (const screen of COUNTED) {
    const { status, headers } = await shop.ask(`/${screen}/${codeId}/~`, { intent: "tick" });
    expect([screen, status, Number(headers.get("retry-after")) > 0]).toEqual([screen, 429, true]);
  }
  expect((await shop.ask(`/check-rules/${codeId}`, { intent: "confirm" })).status).toBe(429);
  expect((await shop.ask(`/people/${codeId}/~`, { intent: "revoke" })).status).toBe(429);
  const slips = await sendSlips();
  expect([slips.status, Number(slips.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await slips.json()) as object).toEqual({
    message: expect.stringMatching(/^This raffle was changed very often/),
  });
  const renewal = { intent: "renew", confirmed: "renew", raffle: codeId, accessCode };
  expect((await shop.ask("/admin-raffle-list", renewal)).status).toBe(429);
  // The page of a puzzle has what was typed, and reading goes on.
  expect(await (await tick()).text()).toMatch(/name="intent"[^>]*value="tick"/);
  expect((await shop.visit(`/draw-list/${codeId}/~`)).status).toBe(200);
});
