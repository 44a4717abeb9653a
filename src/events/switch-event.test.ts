import { expect, it } from "vitest";
import { registerAdmin } from "../../tests/support/admin.ts";
import { asOrganiser } from "../../tests/support/api.ts";
import { eventBody } from "../../tests/support/event.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { findEditableEvent, findEventCode } from "./read.ts";
import { switchEvent } from "./switch-event.ts";

const { database, ...api } = await openTestApi();
const { db } = database;

it("an admin switches an event off and on again, and the log says who did", async () => {
  const admin = await registerAdmin(api.site, "boss@example.com");
  const { body } = await api.ask("POST", "/events", eventBody({ raffleIdentifier: "Switched" }));
  const code = String(body.code);
  const read = async () => (await api.ask("GET", `/events/${code}`)).status;
  const off = await switchEvent(api.site, admin, code, "off");
  expect(off).toEqual({ ok: true, value: { title: "Fiesta Bingo Night" } });
  expect([await read(), await findEventCode(db, "switched")]).toEqual([404, null]);
  const auth = asOrganiser(code, String(body.accessCode));
  expect((await api.ask("PATCH", `/events/${code}`, { title: "x" }, auth)).status).toBe(404);
  expect(await findEditableEvent(db, code)).toMatchObject({ switchedOff: true, raffleIdentifier: "SWITCHED" });
  // While off, the event keeps its identifier.
  expect((await api.ask("POST", "/events", eventBody({ raffleIdentifier: "switched" }))).status).toBe(409);

  await switchEvent(api.site, admin, code, "off");
  await switchEvent(api.site, admin, code.toLowerCase(), "on");
  expect([await read(), await findEventCode(db, "switched")]).toEqual([200, code]);
  const log = await db
    .selectFrom("auditLog")
    .selectAll()
    .where("scopeId", "=", String(body.id))
    .orderBy("id")
    .execute();
  const by = { actor: "Boss (boss@example.com)", subject: code };
  expect(log).toMatchObject([
    { ...by, action: "switch-event-off", before: { switchedOff: false }, after: { switchedOff: true } },
    { ...by, action: "switch-event-on", before: { switchedOff: true }, after: { switchedOff: false } },
  ]);
  expect(await switchEvent(api.site, admin, "NOSUCH", "off")).toMatchObject({ refusal: { reason: "event-not-found" } });
});
