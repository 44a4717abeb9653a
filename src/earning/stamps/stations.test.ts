import { expect, it } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { codeOfStep } from "./screen-keys.ts";
import { openScreen } from "./screens.ts";
import { seeCode, takeTicket } from "./see-code.ts";
import { addStations, findStation } from "./stations.ts";
import { stepAt } from "./totp.ts";

const { database, ...api } = await openTestApi();

const refused = (reason: string) => ({ ok: false, refusal: { reason } });

/** A raffle with a rule that visits prove, and its organiser. */
async function openVisits() {
  const raffle = await api.createRaffle({ rules: [{ details: "Visit us", proof: "visit" }] });
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proved = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!proved.ok) throw new Error(proved.refusal.reason);
  return { raffle, scope: proved.value };
}

it("names stations, and sixty at most", async () => {
  const { raffle, scope } = await openVisits();
  const add = (stations: unknown) => addStations(api.site, scope, { ruleId: raffle.rules[0]?.id, stations });
  const fault = (key: string) => ({ refusal: { fields: { stations: [expect.objectContaining({ key })] } } });
  expect(await add([])).toMatchObject(fault("stationNameRequired"));
  expect(await add([{ name: " ", place: "" }])).toMatchObject(fault("stationNameRequired"));
  expect(await add([{ name: "x".repeat(61), place: "" }])).toMatchObject({ ok: false });
  expect(await add(Array.from({ length: 61 }, () => ({ name: "X" })))).toMatchObject(fault("stationsTooMany"));
  const both = await Promise.all([30, 31].map((length) => add(Array.from({ length }, () => ({ name: "X" })))));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await addStations(api.site, scope, { ruleId: "x", stations: [{ name: "X" }] })).toMatchObject(
    refused("invalid-fields"),
  );
  expect(await addStations(api.site, scope, null)).toMatchObject(refused("invalid-fields"));
});

it("has no number left after 999 stations, ended ones too", async () => {
  const { raffle, scope } = await openVisits();
  const add = (count: number) =>
    addStations(api.site, scope, {
      ruleId: raffle.rules[0]?.id,
      stations: Array.from({ length: count }, () => ({ name: "X" })),
    });
  expect(await add(1)).toEqual({ ok: true, value: { added: 1 } });
  await database.db.updateTable("stations").set({ number: 997 }).where("raffleId", "=", raffle.id).execute();
  const field = expect.objectContaining({ key: "stationsUsedUp", params: { max: 999, left: 2 } });
  expect(await add(3)).toMatchObject({ refusal: { fields: { stations: [field] } } });
  expect(await add(2)).toEqual({ ok: true, value: { added: 2 } });
});

it("has codes of another key after a change of the site's secret, as soon as its screen asks again", async () => {
  const { raffle, scope } = await openVisits();
  await addStations(api.site, scope, { ruleId: raffle.rules[0]?.id, stations: [{ name: "X" }] });
  const now = new Date();
  const shownBy = async (site: Pick<typeof api.site, "db" | "secret">) => {
    const station = await findStation(database.db, raffle.id, 1);
    if (!station) throw new Error("no station");
    const keys = await openScreen({ ...site, clock: () => now }, station, { actor: "organiser", helperId: null });
    return codeOfStep(keys[0]?.key ?? Buffer.alloc(0), stepAt(now.getTime()));
  };
  const before = await shownBy(api.site);
  const changed = { ...api.site, secret: Buffer.alloc(32, 9), clock: () => now, address: "192.0.2.1" };
  expect(await takeTicket(changed, raffle.id, { code: before, station: 1 })).toMatchObject(refused("stamp-code-wrong"));
  expect(await takeTicket(changed, raffle.id, { code: await shownBy(changed), station: 1 })).toMatchObject({
    ok: true,
  });
  for (const number of [0, -1, 1.5, 99_999_999_999, Number.NaN]) {
    expect(await findStation(database.db, raffle.id, number)).toBeUndefined();
  }
});

it("exchanges a code for forty tickets; then it counts only while it is shown", async () => {
  const { raffle, scope } = await openVisits();
  await addStations(api.site, scope, { ruleId: raffle.rules[0]?.id, stations: [{ name: "X" }] });
  const station = await findStation(database.db, raffle.id, 1);
  if (!station) throw new Error("no station");
  const now = new Date();
  const site = { ...api.site, clock: () => now };
  const keys = await openScreen(site, station, { actor: "organiser", helperId: null });
  const code = codeOfStep(keys[0]?.key ?? Buffer.alloc(0), stepAt(now.getTime()));
  const scan = (address: string) => takeTicket({ ...site, address }, raffle.id, { code, station: 1 });
  for (let n = 0; n < 40; n += 1) {
    expect(await scan(`198.51.${n}.1`)).toEqual({ ok: true, value: expect.stringMatching(/^.{88}$/) });
  }
  expect(await scan("203.0.113.9")).toEqual({ ok: true, value: "" });
  expect(await seeCode({ ...site, address: "203.0.113.9" }, raffle.id, { code })).toMatchObject({ ok: true });
});

it("needs stations of a card once each", async () => {
  const rules = (terms: object) => [{ details: "Visit us", drops: 1, proof: "visit", ...terms }];
  const make = (terms: object) => api.createRaffle({ rules: rules(terms) });
  await expect(make({ needs: 2, maxTimes: 2 })).rejects.toThrow();
  await expect(make({ needs: 2, pace: "daily" })).rejects.toThrow();
  await expect(make({ needs: 61 })).rejects.toThrow();
  await expect(make({ needs: 2, proof: "code" })).rejects.toThrow();
});
