import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, entryBody, type TestRaffle } from "../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { findHaproxy, type RunningProxy, startHaproxy } from "../../tests/support/haproxy.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";
import { startTcpProxy, type TcpProxy } from "../../tests/support/tcp-proxy.ts";

const haproxy = findHaproxy();

let database: TestDatabase;
let toDatabase: TcpProxy;
let raffle: TestRaffle;
let sites: SiteProcess[] = [];
let proxy: RunningProxy;

beforeAll(async () => {
  if (!haproxy) return;
  database = await createTestDatabase();
  toDatabase = await startTcpProxy(database.connectionString);
  raffle = await createTestApi(database.db).createRaffle();
  const env = { DATABASE_URL: toDatabase.connectionString, SECRET: "s".repeat(32), TRUST_PROXY: "1" };
  sites = await Promise.all([startSite({ env }), startSite({ env })]);
  proxy = await startHaproxy(haproxy, [sites[0]?.port ?? 0, sites[1]?.port ?? 0]);
});

afterAll(async () => {
  if (!haproxy) return;
  await proxy?.stop();
  await Promise.all(sites.map((site) => site.stop("SIGKILL")));
  await toDatabase.stop();
  await database.close();
});

function ask(port: number, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { "accept-language": "en", connection: "close", ...init.headers };
  return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
}

describe.skipIf(!haproxy)("behind docs/haproxy.cfg (skipped where HAProxy is not installed)", () => {
  test("the database stops: pages in memory are shown, and who sends something is told to come again by the site", async () => {
    const pages = ["/", `/raffle/${raffle.codeId}`, `/raffle-entry/${raffle.codeId}`];
    for (const { port } of sites) for (const path of pages) expect((await ask(port, path)).status).toBe(200);
    const script = /\/assets\/[^"]+\.(?:js|css)/.exec(await (await ask(proxy.port, "/")).text())?.[0] ?? "";
    await expect.poll(proxy.statuses).toEqual(["UP", "UP"]);

    toDatabase.cut();
    await expect.poll(proxy.statuses).toEqual(["DOWN", "DOWN"]);
    for (const path of [...pages, script]) expect([path, (await ask(proxy.port, path)).status]).toEqual([path, 200]);
    const entry = await ask(proxy.port, `/api/raffles/${raffle.codeId}/entries?lang=en`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(entryBody()),
    });
    expect([entry.status, entry.headers.get("retry-after")]).toEqual([503, "3"]);
    expect(await entry.json()).toMatchObject({ code: "site-away" });

    toDatabase.mend();
    await expect.poll(proxy.statuses).toEqual(["UP", "UP"]);
    expect((await ask(proxy.port, "/readyz")).status).toBe(200);

    await Promise.all(sites.map((site) => site.stop("SIGKILL")));
    await expect.poll(proxy.statuses).toEqual(["DOWN", "DOWN"]);
    const nobody = await ask(proxy.port, "/");
    expect([nobody.status, nobody.headers.get("retry-after")]).toEqual([503, "3"]);
    expect(await nobody.text()).toContain("Please try again in a few seconds.");
  });
});
