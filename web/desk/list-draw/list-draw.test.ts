import { beforeAll, expect, it } from "vitest";
import { QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import type { SignedLock } from "#src/draws/protocol/transcript.ts";
import { verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import { readWinnerNames } from "#src/draws/winner-names.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor, textOf } from "../../../tests/support/visitor.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMITS: "off" });
  return () => site.stop();
});

const NAMES = "Maria Santos\nJun Cruz\nmaria santos\n@ana.reyes";
const WANTED = { names: NAMES, "prizes.0.name": "A ham", "prizes.0.numberOfWinners": "2", mayUse: "on" };
async function send(visitor: ReturnType<typeof openVisitor>, fields: Record<string, string>) {
  const answer = await visitor.ask("/draw-from-list", fields);
  const html = await answer.text();
  return { status: answer.status, html, text: textOf(html) };
}

async function countRaffles(): Promise<number> {
  return Number((await site.database.pool.query("select count(*) from raffles")).rows[0].count);
}

it("shows what stands in a list twice, and asks before it locks", async () => {
  const visitor = openVisitor(site.origin);
  const before = await countRaffles();
  const checked = await send(visitor, { ...WANTED, intent: "check" });
  expect([checked.status, checked.text]).toEqual([200, expect.stringContaining("4 names in the list")]);
  expect(checked.text).toContain("Maria Santos (2 times)");
  const undecided = await send(visitor, { ...WANTED, intent: "lock" });
  expect([undecided.status, undecided.text]).toEqual([422, expect.stringContaining("Please decide")]);
  expect(undecided.html).toContain(">Lock it and draw<");
  expect(await countRaffles()).toBe(before);
});

it("names every field at fault", async () => {
  const { status, text } = await send(openVisitor(site.origin), { names: " ", intent: "check" });
  expect([status, text]).toEqual([422, expect.stringContaining("Please paste at least one name")]);
  expect(text).toContain("Please confirm that you may use these names.");
  const many = await send(openVisitor(site.origin), { ...WANTED, names: "Ana\n".repeat(5001), intent: "check" });
  expect(many.text).toContain("Please keep it to 5,000 names.");
});

it("makes one draw of one press, however often it arrives", async () => {
  const checked = await send(openVisitor(site.origin), { ...WANTED, intent: "check" });
  const [, key = ""] = /name="key"[^>]*value="([^"]+)"/.exec(checked.html) ?? [];
  expect(key).toHaveLength(36);
  const before = await countRaffles();
  const wanted = { ...WANTED, key, repeated: "keep", intent: "lock" };
  const visitor = openVisitor(site.origin);
  const pressed = [...(await Promise.all([send(visitor, wanted), send(visitor, wanted)])), await send(visitor, wanted)];
  const desks = pressed.map(({ html }) => /href="(\/draw-desk\/[^"]+)"/.exec(html)?.[1]);
  expect(pressed.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect([await countRaffles(), new Set(desks).size]).toEqual([before + 1, 1]);
  expect(desks[0]).toMatch(/^\/draw-desk\/[A-Z0-9]{8}\/[A-Z0-9]{4}$/);
  const other = await send(visitor, { ...wanted, names: `${NAMES}\nPedro Cruz` });
  expect([other.status, await countRaffles()]).toEqual([201, before + 2]);
  await site.database.pool.query("update raffles set created_at = created_at - interval '2 hours'");
  const late = await send(visitor, wanted);
  expect([late.status, late.text]).toEqual([422, expect.stringContaining("was locked already")]);
  expect(await countRaffles()).toBe(before + 2);
});

it("publishes no address that stands where a name should be", async () => {
  const names = "ana@example.com\nMaria 0917 123 4567\nJun Cruz";
  const won = { ...WANTED, names, "prizes.0.numberOfWinners": "3" };
  const visitor = openVisitor(site.origin);
  const { html } = await send(visitor, { ...won, intent: "lock" });
  const [, codeId = ""] = /href="\/raffle\/([A-Z0-9]{8})\/draw"/.exec(html) ?? [];
  const { rows } = await site.database.pool.query("select id from raffles where code_id = $1", [codeId]);
  const shown = await readWinnerNames(site.database.db, rows[0].id, [1, 2, 3]);
  expect([...shown.values()]).toEqual([null, null, "Jun C."]);
  const page = textOf((await visitor.visit(`/raffle/${codeId}/draw`)).html);
  expect(page).toContain("How often this list was drawn before, the site does not know.");
});

it("locks the list at once, for a draw of the usual protocol", async () => {
  const visitor = openVisitor(site.origin);
  const locked = await send(visitor, { ...WANTED, repeated: "merge", shopName: "Aling Nena", intent: "lock" });
  expect([locked.status, locked.text]).toEqual([201, expect.stringContaining("The list is locked.")]);
  const [, codeId = ""] = /href="\/raffle\/([A-Z0-9]{8})\/draw"/.exec(locked.html) ?? [];
  const read = (path: string) => fetch(`${site.origin}/api/raffles/${codeId}${path}`);
  const transcript = (await (await read("/draw")).json()) as SignedLock;
  const { plan, tickets, lockedAt, round } = transcript.lock;
  expect(plan).toMatchObject({ protocol: "tambiolo-draw/2", leadSeconds: 60, requires: "none", weight: "equal" });
  expect(tickets).toBe(3);
  const roundAt = QUICKNET.genesis + (round - 1) * QUICKNET.period;
  expect(roundAt - Date.parse(lockedAt) / 1000).toBeLessThan(60 + QUICKNET.period + 1);
  const list = new Uint8Array(await (await read("/draw/tickets")).arrayBuffer());
  const verdict = await verifyDraw({ transcript, list: [list] }, { now: Date.now() / 1000 + 1 });
  expect(verdict).toMatchObject({ value: { transcript: "not-drawn-yet" } });

  // The desk has the names with their numbers, and this browser may open it.
  const desk = textOf((await visitor.visit(`/draw-list/${codeId}/~`)).html);
  expect(["Maria Santos", "Jun Cruz", "@ana.reyes"].filter((name) => !desk.includes(name))).toEqual([]);
  const entered = await fetch(`${site.origin}/api/raffles/${codeId}/entries`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({}),
  });
  expect(entered.status).toBeGreaterThanOrEqual(400);
  // Nobody in a list brings a slip or a code.
  const today = textOf((await visitor.visit(`/overview/${codeId}/~`)).html);
  expect(["Add a slip", "Look somebody up"].filter((way) => today.includes(way))).toEqual([]);
  const { rows } = await site.database.pool.query(
    "select (select count(*) from mails) as mails, status from raffles where code_id = $1",
    [codeId],
  );
  expect(rows).toEqual([{ mails: 0, status: "Unpublished" }]);
});
