import { beforeEach, expect, it } from "vitest";
import { asOrganiser, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const { database, ...api } = await openTestApi();
let raffle: TestRaffle;
let organiser: Record<string, string>;
let entryCode: string;

beforeEach(async () => {
  raffle = await api.createRaffle();
  organiser = asOrganiser(raffle.codeId, raffle.accessCode);
  entryCode = await api.enter(raffle);
});

const patch = (body: unknown, headers = {}) => api.ask("PATCH", `/entries/${entryCode}`, body, headers);
const namedByTicket = (body: Record<string, unknown>) => (body.entry as { namedByTicket: boolean }).namedByTicket;
const readBack = async (headers = {}) =>
  namedByTicket((await api.ask("GET", `/entries/${entryCode}`, undefined, headers)).body);

it("a winner has a name, unless the entrant chose the ticket number alone", async () => {
  expect(await readBack()).toBe(false);
  entryCode = await api.enter(raffle, { namedByTicket: true });
  expect([await readBack(), await readBack(organiser)]).toEqual([true, true]);
  const own = await api.ask("GET", `/entries/${entryCode}/data`, undefined, organiser);
  expect(namedByTicket(own.body)).toBe(true);
});

it("the entrant changes it, and leaves ticks and wishes as they are", async () => {
  const [rule] = raffle.rules;
  await patch({ rules: [rule?.id] });
  const { status, body } = await patch({ namedByTicket: true });
  expect([status, namedByTicket(body)]).toEqual([200, true]);
  expect(body.rules).toContainEqual(expect.objectContaining({ ruleId: rule?.id, status: "Done" }));
  await patch({ rules: [] });
  expect(await readBack()).toBe(true);
  expect(namedByTicket((await patch({ namedByTicket: false })).body)).toBe(false);
});

it("it is the entrant's own choice, and yes or no", async () => {
  expect((await patch({ namedByTicket: true }, organiser)).status).toBe(422);
  expect(await readBack()).toBe(false);
  expect((await patch({ namedByTicket: "yes" })).body).toMatchObject({ errors: { namedByTicket: expect.anything() } });
  const refused = await api.ask("POST", `/raffles/${raffle.codeId}/entries`, entryBody({ namedByTicket: 1 }));
  expect(refused.status).toBe(422);
});

it("after the due date it stands", async () => {
  await database.db
    .updateTable("raffles")
    .set({ dueDate: new Date(Date.now() - 1000) })
    .where("id", "=", raffle.id)
    .execute();
  expect((await patch({ namedByTicket: true })).body).toMatchObject({ code: "too-late" });
  expect(await readBack()).toBe(false);
});

it("an entry from the site says where it came from, hashed, in its own data alone", async () => {
  const send = (headers: Record<string, string>) =>
    api.ask("POST", `/raffles/${raffle.codeId}/entries`, entryBody(), headers);
  const phone = {
    "user-agent": "Mozilla/5.0 (Linux; Android 10; K)",
    "accept-language": "fil-PH",
    "x-forwarded-for": "192.0.2.9",
  };
  const codes = [await send(phone), await send(phone), await send({ ...phone, "accept-language": "en" })].map(
    ({ body }) => String(body.entryCode),
  );
  const own = await Promise.all(codes.map((code) => api.ask("GET", `/entries/${code}/data`, undefined, organiser)));
  const [first, second, third] = own.map(({ body }) => (body.entry as { cameFrom: Record<string, string> }).cameFrom);
  expect(first).toEqual({ network: expect.stringMatching(/^[0-9a-f]{16}$/), device: expect.any(String) });
  expect(second).toEqual(first);
  expect(third?.network).toBe(first?.network);
  expect(third?.device).not.toBe(first?.device);
  const view = await api.ask("GET", `/entries/${codes[0]}`, undefined, organiser);
  expect(JSON.stringify(view.body)).not.toContain(String(first?.network));
});
