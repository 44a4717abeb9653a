import { expect, it } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { addStations } from "./stations.ts";

const { database, ...api } = await openTestApi();

const refused = (reason: string) => ({ ok: false, refusal: { reason } });

it("names stations, and sixty at most", async () => {
  const raffle = await api.createRaffle({ rules: [{ details: "Visit us", proof: "visit" }] });
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proved = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!proved.ok) throw new Error(proved.refusal.reason);
  const scope = proved.value;
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

it("needs stations of a card once each", async () => {
  const rules = (terms: object) => [{ details: "Visit us", drops: 1, proof: "visit", ...terms }];
  const make = (terms: object) => api.createRaffle({ rules: rules(terms) });
  await expect(make({ needs: 2, maxTimes: 2 })).rejects.toThrow();
  await expect(make({ needs: 2, pace: "daily" })).rejects.toThrow();
  await expect(make({ needs: 61 })).rejects.toThrow();
  await expect(make({ needs: 2, proof: "code" })).rejects.toThrow();
});
