import { pino } from "pino";
import { data } from "react-router";
import { expect, test } from "vitest";
import { requestContext } from "#src/http/page-context.ts";
import { createTestApi } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { proveDesk } from "./organiser.ts";
import { staffFor } from "./staff.ts";

const { database } = await openTestApi();
const { site, createRaffle } = createTestApi(database.db);

/** What a browser asks that has these cookies and sends no account. */
function asked(path: string, cookie = "") {
  const visitor = { address: "198.51.100.7", cookie, userAgent: undefined, language: "en" as const };
  const headers = { cookie };
  const request = new Request(`https://raffles.example${path}`, { method: "POST", headers });
  return { request, context: requestContext(site, visitor, {}, pino({ level: "silent" })) };
}

test("an organiser is of the staff by the code in the address, and then by the pass that came with it", async () => {
  const { id, codeId, accessCode } = await createRaffle();
  const first = asked(`/look-up/${codeId}/${accessCode}`);
  const page = { ...first, params: { raffleCode: codeId, accessCode } };
  await proveDesk(page);
  const scope = await staffFor(page, "look-up-entries");
  expect(scope).toEqual({ raffleId: id, actor: "access code", permission: "look-up-entries" });
  const again = await staffFor({ ...first, params: { raffleCode: codeId } }, "look-up-entries");
  expect(again).toEqual(scope);
});

test("who proves nothing is told so with a status", async () => {
  const { codeId } = await createRaffle({ name: "Other" });
  const nobody = staffFor({ ...asked(`/look-up/${codeId}`), params: { raffleCode: codeId } }, "look-up-entries");
  const refusal: unknown = await nobody.catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(data(null).constructor);
  expect(refusal).toMatchObject({ init: { status: 403 } });
});
