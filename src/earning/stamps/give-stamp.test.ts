import { beforeEach, describe, expect, it, test } from "vitest";
import { entrantToWriteTo, proveEntrant } from "#src/access/entrant.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import { makeHelper, revokeHelper } from "#src/access/staff/helper-links.ts";
import { readOwnData } from "#src/entries/retention/data-export.ts";
import { createTestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { readOwnDrops } from "../read.ts";
import { redeemTyped } from "../redeem-typed.ts";
import { takeBackDrops } from "../take-back.ts";
import { TICKET_MS } from "./limits.ts";
import { countStampsByHour, readStamps } from "./read.ts";
import { codeOfStep } from "./screen-keys.ts";
import { openScreen } from "./screens.ts";
import { takeTicket } from "./see-code.ts";
import { addStations, endStation, findStation, listStations } from "./stations.ts";
import { STEP_MS, slotOf, stepAt } from "./totp.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;

/** A moment at the begin of a step, in the middle of a half hour. */
const NOW = new Date(Math.floor(Date.now() / 1_800_000) * 1_800_000 + 600_000);
let now = NOW;
const site = { ...api.site, clock: () => now };

let raffle: TestRaffle;
let scope: OrganiserScope;

beforeEach(async () => {
  now = NOW;
  await newRaffle({ maxTimes: 3 });
});

async function newRaffle(terms: Record<string, unknown>, stations = 3) {
  raffle = await api.createRaffle({
    drawRequires: "none",
    drawWeight: "drops",
    rules: [{ details: "Visit us", drops: 2, proof: "visit", ...terms }],
  });
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proved = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.1" }, claim);
  if (!proved.ok) throw new Error(proved.refusal.reason);
  scope = proved.value;
  const named = Array.from({ length: stations }, (_, place) => ({ name: `Stall ${place + 1}`, place: "Market" }));
  const added = await addStations(site, scope, { ruleId: raffle.rules[0]?.id, stations: named });
  if (!added.ok) throw new Error(added.refusal.reason);
}

async function enter(): Promise<EntrantScope & { readonly entryCode: string }> {
  const entryCode = await api.enter(raffle);
  const prover = { ...api.site, reader: db, address: "192.0.2.1" };
  const proved = await proveEntrant(prover, { entryCode, raffleId: raffle.id });
  if (!proved.ok) throw new Error(proved.refusal.reason);
  return { ...proved.value, entryCode };
}

const ORGANISER = { actor: "organiser", helperId: null };

/** The code that a screen shows at a moment. */
async function codeAt(number: number, at = now, by: { actor: string; helperId: string | null } = ORGANISER) {
  const station = await findStation(db, raffle.id, number);
  if (!station) throw new Error("no station");
  const step = stepAt(at.getTime());
  const keys = await openScreen(site, station, by);
  const key = keys.find(({ slot }) => slot === slotOf(step))?.key;
  if (!key) throw new Error("no key of this moment");
  return codeOfStep(key, step);
}

const type = (entrant: EntrantScope, typed: string, address = "192.0.2.1") =>
  redeemTyped({ ...site, address }, entrant, typed);
const scan = (number: number, code: string, address = "192.0.2.1") =>
  takeTicket({ ...site, address }, raffle.id, { code, station: number });
const refused = (reason: string) => ({ ok: false, refusal: { reason } });
const later = (ms: number) => {
  now = new Date(NOW.getTime() + ms);
};

async function stored({ raffleId, entryId }: EntrantScope) {
  const sql = "select earned, earned_rows as rows from entries where raffle_id = $1 and id = $2";
  return (await pool.query(sql, [raffleId, entryId])).rows[0];
}

describe("a code of a screen", () => {
  it("gives the stamp of its station, once, however it comes", async () => {
    const ana = await enter();
    const code = await codeAt(2);
    const stamp = { station: "Stall 2", stamps: 1, needs: 0 };
    expect(await type(ana, code.toLowerCase())).toEqual({
      ok: true,
      value: { drops: 2, rule: "Visit us", stamp: { ...stamp, isNew: true } },
    });
    for (const typed of [code, `https://example.com/stamp/${raffle.codeId}/2/${code}`]) {
      expect(await type(ana, typed)).toMatchObject({
        ok: true,
        value: { drops: 2, stamp: { ...stamp, isNew: false } },
      });
    }
    later(STEP_MS);
    expect(await type(ana, await codeAt(2))).toMatchObject({ ok: true, value: { stamp: { isNew: false } } });
    expect(await stored(ana)).toEqual({ earned: { [raffle.rules[0]?.id ?? ""]: 2 }, rows: 1 });
    expect(await readStamps(db, ana)).toHaveLength(1);
    expect(await readOwnDrops(db, ana, { masked: false })).toMatchObject([{ station: "Stall 2", drops: 2 }]);
    const scope = await entrantToWriteTo(db, ana);
    expect(scope && (await readOwnData(db, scope))?.drops.ledger).toMatchObject([
      { station: "Stall 2", network: expect.stringMatching(/^[0-9a-f]+$/) },
    ]);
  });

  it("counts a step before and a step after, and not a minute after that: a photo is worth no more", async () => {
    const [shown, next] = [await codeAt(1), await codeAt(1, new Date(NOW.getTime() + STEP_MS))];
    const ana = await enter();
    expect(await type(ana, next)).toMatchObject({ ok: true });
    later(2 * STEP_MS - 1);
    expect(await type(await enter(), shown)).toMatchObject({ ok: true });
    later(2 * STEP_MS);
    expect(await type(await enter(), shown)).toMatchObject(refused("stamp-code-past"));
    expect(await scan(1, shown)).toMatchObject(refused("stamp-code-past"));
    later(30 * 60_000);
    expect(await scan(1, shown)).toMatchObject(refused("stamp-code-wrong"));
  });

  it("is none of another station's or raffle's, and what is no code says so", async () => {
    const code = await codeAt(1);
    expect(await scan(2, code)).toMatchObject(refused("stamp-code-wrong"));
    expect(await scan(1, code)).toMatchObject({ ok: true });
    const ana = await enter();
    const field = (key: string) => ({ refusal: { fields: { code: [{ key }] } } });
    expect(await type(ana, " ")).toMatchObject(field("stampCodeRequired"));
    expect(await type(ana, "ABC")).toMatchObject(field("stampCodeMistyped"));
    expect(
      await type(
        ana,
        code.replace(/^./, (one) => (one === "A" ? "B" : "A")),
      ),
    ).toMatchObject(refused("stamp-code-wrong"));
    await newRaffle({});
    expect(await type(await enter(), code)).toMatchObject(refused("stamp-code-wrong"));
  });

  it("counts no more often than the rule says, and not after the end", async () => {
    await newRaffle({ maxTimes: 2 });
    const ana = await enter();
    for (const number of [1, 2]) expect(await type(ana, await codeAt(number))).toMatchObject({ ok: true });
    expect(await type(ana, await codeAt(3))).toMatchObject(refused("stamps-enough"));
    const bea = await enter();
    await pool.query("update raffles set due_date = now() - interval '1 minute' where id = $1", [raffle.id]);
    expect(await type(bea, await codeAt(3))).toMatchObject(refused("too-late"));
    expect(await type(ana, await codeAt(1))).toMatchObject({ ok: true, value: { stamp: { isNew: false } } });
  });

  it("gives one stamp a day where the rule says so", async () => {
    await newRaffle({ pace: "daily", maxTimes: 5 });
    const ana = await enter();
    expect(await type(ana, await codeAt(1))).toMatchObject({ value: { stamp: { isNew: true } } });
    expect(await type(ana, await codeAt(1))).toMatchObject({ value: { stamp: { isNew: false } } });
    later(24 * 3_600_000);
    expect(await type(ana, await codeAt(1))).toMatchObject({ value: { stamp: { isNew: true, stamps: 1 } } });
    expect(await stored(ana)).toMatchObject({ rows: 2 });
  });
});

describe("a scan", () => {
  it("is a ticket that waits a quarter of an hour, for one stamp", async () => {
    const ticket = await scan(1, await codeAt(1));
    if (!ticket.ok) throw new Error(ticket.refusal.reason);
    later(TICKET_MS);
    const [ana, bea] = [await enter(), await enter()];
    expect(await type(ana, ticket.value)).toMatchObject({ ok: true, value: { stamp: { isNew: true } } });
    expect(await type(ana, ticket.value)).toMatchObject({ ok: true, value: { stamp: { isNew: false } } });
    expect(await type(bea, ticket.value)).toMatchObject(refused("stamp-scan-used"));
    later(TICKET_MS + 1);
    expect(await type(ana, ticket.value)).toMatchObject(refused("stamp-code-past"));
    expect(await type(ana, `${ticket.value.slice(0, -2)}AA`)).toMatchObject(refused("stamp-code-past"));
  });
});

test("one code that an entry sends ten times at once counts once; ten entries with it all count", async () => {
  const code = await codeAt(1);
  const ana = await enter();
  const same = await Promise.all(Array.from({ length: 10 }, () => type(ana, code)));
  expect(same.filter((one) => one.ok && one.value.stamp?.isNew)).toHaveLength(1);
  expect(await stored(ana)).toMatchObject({ rows: 1 });
  // Control: what holds the others up is the entry's own stamp, and nothing else.
  const entrants = await Promise.all(Array.from({ length: 10 }, enter));
  const each = await Promise.all(entrants.map((entrant) => type(entrant, code)));
  expect(each.filter((one) => one.ok && one.value.stamp?.isNew)).toHaveLength(10);
  // A scan is one stamp, however many send it at once.
  const ticket = await scan(2, await codeAt(2));
  const sent = await Promise.all(entrants.map((entrant) => type(entrant, ticket.ok ? ticket.value : "")));
  expect(sent.filter(({ ok }) => ok)).toHaveLength(1);
}, 60_000);

describe("a card of several stations", () => {
  beforeEach(() => newRaffle({ needs: 2 }, 3));

  it("earns its rule with the stamp that fills it, once", async () => {
    const ana = await enter();
    expect(await type(ana, await codeAt(1))).toMatchObject({ value: { drops: 0, stamp: { stamps: 1, needs: 2 } } });
    expect(await stored(ana)).toMatchObject({ earned: {}, rows: 1 });
    expect(await type(ana, await codeAt(3))).toMatchObject({ value: { drops: 2, stamp: { stamps: 2 } } });
    expect(await type(ana, await codeAt(2))).toMatchObject({ value: { drops: 0, stamp: { stamps: 3 } } });
    expect(await stored(ana)).toEqual({ earned: { [raffle.rules[0]?.id ?? ""]: 2 }, rows: 4 });
  });

  it("is taken back as a whole, and not earned again", async () => {
    const ana = await enter();
    for (const number of [1, 2]) await type(ana, await codeAt(number));
    const grant = (await readOwnDrops(db, ana, { masked: false })).find(({ drops }) => drops > 0);
    const sent = { entryCode: ana.entryCode, rowId: grant?.id ?? "", reason: "Never came" };
    expect(await takeBackDrops(site, scope, sent)).toMatchObject({ ok: true });
    expect(await type(ana, await codeAt(3))).toMatchObject({ value: { drops: 0, stamp: { stamps: 3 } } });
    expect(await stored(ana)).toMatchObject({ earned: {} });
  });

  it("fills once when two stamps come at the same moment", async () => {
    const ana = await enter();
    const [one, two] = [await codeAt(1), await codeAt(2)];
    await Promise.all([type(ana, one), type(ana, two)]);
    expect(await stored(ana)).toMatchObject({ earned: { [raffle.rules[0]?.id ?? ""]: 2 }, rows: 3 });
  });
});

describe("whose screen it is", () => {
  async function helper(name: string) {
    const made = await makeHelper(site, scope, { name, permissions: ["show-codes"] });
    if (!made.ok) throw new Error(made.refusal.reason);
    const { rows } = await pool.query("select id from raffle_helpers where raffle_id = $1 and name = $2", [
      raffle.id,
      name,
    ]);
    return { actor: `${name} (helper)`, helperId: String(rows[0].id) };
  }

  it("is named by each stamp: a helper who stamps friends is seen by hour", async () => {
    const lito = await helper("Lito");
    const friends = await Promise.all(Array.from({ length: 6 }, enter));
    const code = await codeAt(1, now, lito);
    for (const [place, friend] of friends.entries()) await type(friend, code, `198.51.100.${place}`);
    await type(await enter(), await codeAt(1));
    const hours = await countStampsByHour(db, scope);
    expect(hours).toHaveLength(2);
    expect(hours).toContainEqual(
      expect.objectContaining({ shownBy: "Lito (helper)", stamps: 6, entries: 6, networks: 6, most: 6 }),
    );
    expect(hours).toContainEqual(expect.objectContaining({ shownBy: "organiser", stamps: 1, networks: 1 }));
    const { rows } = await pool.query("select distinct helper_id from earned_drops where raffle_id = $1", [raffle.id]);
    expect(rows.map((row) => row.helper_id)).toEqual(expect.arrayContaining([lito.helperId, null]));
  });

  it("ends with the link at once, and with the station", async () => {
    const lito = await helper("Lito");
    const [code, own] = [await codeAt(1, now, lito), await codeAt(1)];
    const ticket = await scan(1, code);
    await revokeHelper(site, scope, lito.helperId);
    expect(await type(await enter(), code)).toMatchObject(refused("stamp-code-wrong"));
    expect(await type(await enter(), ticket.ok ? ticket.value : "")).toMatchObject(refused("stamp-ended"));
    expect(await type(await enter(), own)).toMatchObject({ ok: true });
    const [station] = await listStations(db, raffle.id);
    expect(await endStation(site, scope, station?.id ?? "")).toEqual({ ok: true, value: { name: "Stall 1" } });
    expect(await endStation(site, scope, station?.id ?? "")).toMatchObject(refused("station-not-found"));
    expect(await type(await enter(), own)).toMatchObject(refused("stamp-code-wrong"));
    expect(await findStation(db, raffle.id, 1)).toBeUndefined();
  });

  it("has keys for an hour, and codes that no other screen has", async () => {
    const station = await findStation(db, raffle.id, 1);
    if (!station) throw new Error("no station");
    const keys = await openScreen(site, station, ORGANISER);
    expect(await openScreen(site, station, ORGANISER)).toEqual(keys);
    const hour = slotOf(stepAt(now.getTime() + 3_600_000));
    expect(keys.map(({ slot }) => slot)).toContain(hour);
    expect(await openScreen(site, station, await helper("Bea"))).not.toEqual(keys);
    const { rows } = await pool.query("select row_to_json(stations)::text as row from stations where id = $1", [
      station.id,
    ]);
    for (const { key } of keys) expect(rows[0].row).not.toContain(key.toString("hex"));
  });
});

test("guessed codes cost a puzzle after some tries; those of some minutes ago do not count", async () => {
  const limited = { ...createTestApi(db, { RATE_LIMITS: "on" }).site, clock: () => now };
  const old = await codeAt(1);
  const ana = await enter();
  const guess = (code: string, address = "203.0.113.9") => redeemTyped({ ...limited, address }, ana, code);
  later(5 * 60_000);
  for (let tries = 0; tries < 30; tries += 1) expect(await guess(old)).toMatchObject(refused("stamp-code-past"));
  const reasons: string[] = [];
  for (let tries = 0; tries < 20; tries += 1) {
    const outcome = await guess(`AAAA${"ABCDEFGHJKLMNPQRSTUV".charAt(tries)}A`);
    if (!outcome.ok) reasons.push(outcome.refusal.reason);
  }
  expect(reasons.indexOf("challenge-required")).toBe(15);
  expect(await guess(await codeAt(1), "198.51.100.20")).toMatchObject({ ok: true });
});
