import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { asOrganiser } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const api = await openTestApi();

it("lets an organiser add, change, test and remove webhooks, and nobody else", async () => {
  const raffle = await api.createRaffle();
  const path = `/raffles/${raffle.codeId}/webhooks`;
  const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
  const ask = (method: string, at = "", body?: unknown) => api.send(method, `${path}${at}?lang=en`, body, organiser);
  expect((await api.send("GET", path)).status).toBe(403);
  const sent = { url: "https://hooks.example.com/x", kinds: ["entry.created"] };
  for (const [body, errors] of [
    [{}, ["kinds", "url"]],
    [{ ...sent, url: "http://hooks.example.com/" }, ["url"]],
    [{ ...sent, url: "https://169.254.169.254/latest" }, ["url"]],
    [{ ...sent, kinds: ["nonsense"] }, ["kinds.0"]],
  ] as const) {
    const refused = await ask("POST", "", body);
    const { errors: fields } = (await refused.json()) as { errors: object };
    expect([refused.status, Object.keys(fields).toSorted()]).toEqual([422, errors]);
  }
  expect([(await ask("POST", "", [])).status, (await ask("POST", "", "5")).status]).toEqual([422, 400]);

  const added = await ask("POST", "", sent);
  const { id, secret } = (await added.json()) as { id: string; secret: string };
  expect([added.status, added.headers.get("cache-control")]).toEqual([201, "no-store"]);
  expect(secret).toMatch(/^whsec_/);
  const list = await (await ask("GET")).text();
  expect(JSON.parse(list)).toMatchObject({
    webhooks: [{ id, ...sent, withPeople: false, offAt: null, verifiedAt: null }],
  });
  expect(list).not.toContain("whsec_");
  const changed = { url: "https://crm.example.com/", kinds: ["raffle.drawn"], withPeople: true };
  expect(await (await ask("PUT", `/${id}`, changed)).json()).toMatchObject({ id, ...changed, secret });
  const renewed = (await (await ask("POST", `/${id}/secret`)).json()) as { secret: string; formerUntil: string };
  expect([renewed.secret === secret, renewed.formerUntil]).toEqual([false, expect.any(String)]);

  // Its name is unknown.
  for (const [path, code] of [
    ["check", "webhook-unreached"],
    ["test", "webhook-pending"],
  ]) {
    const refused = await ask("POST", `/${id}/${path}`);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, code]);
  }
  await api.database.pool.query("update webhook_endpoints set verified_at = now()");
  expect((await ask("POST", `/${id}/check`)).status).toBe(204);
  expect((await ask("POST", `/${id}/test`)).status).toBe(202);
  const { deliveries } = (await (await ask("GET", `/${id}/deliveries`)).json()) as { deliveries: { id: string }[] };
  expect(deliveries).toMatchObject([{ kind: "webhook.test", state: "waiting", attempts: 0, answer: null }]);
  expect((await ask("POST", `/${id}/deliveries/${deliveries[0]?.id}`)).status).toBe(404);
  for (const none of ["x", randomUUID()]) expect((await ask("GET", `/${none}/deliveries`)).status).toBe(404);
  await api.database.pool.query("update webhook_deliveries set state = 'failed'");
  expect((await ask("POST", `/${id}/deliveries/${deliveries[0]?.id}`)).status).toBe(202);
  await api.database.pool.query("update webhook_endpoints set off_at = now()");
  expect((await ask("POST", `/${id}/test`)).status).toBe(409);
  expect((await ask("POST", `/${id}/on`)).status).toBe(204);
  expect((await ask("DELETE", `/${id}`)).status).toBe(204);
  expect((await ask("GET", `/${id}`)).status).toBe(404);
});
