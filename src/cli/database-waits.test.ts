import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { freePort, startSite } from "../../tests/support/site.ts";
import { startTcpProxy, type TcpProxy } from "../../tests/support/tcp-proxy.ts";

let database: TestDatabase;
let proxy: TcpProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(database.connectionString);
});

afterAll(async () => {
  await proxy.stop();
  await database.close();
});

test("a site whose database is away waits for it, says so once, and is ready when it is there", async () => {
  proxy.cut();
  const port = await freePort();
  const watched = await freePort();
  const metrics = { METRICS: String(watched) };
  const scrape = async () => {
    const answer = await fetch(`http://127.0.0.1:${watched}/metrics`);
    return { status: answer.status, text: await answer.text() };
  };
  const starting = startSite({
    port,
    env: { DATABASE_URL: proxy.connectionString, SECRET: "s".repeat(32), ...metrics },
  });
  await expect.poll(proxy.refused).toBeGreaterThan(1);
  proxy.mend();
  const site = await starting;
  try {
    expect(site.log().match(/Waiting for it, five minutes at most/g)).toHaveLength(1);
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
    expect((await scrape()).text).toMatch(/^tambiolo_index_lag_seconds \d/m);

    proxy.cut();
    await expect.poll(async () => (await fetch(`${site.origin}/readyz`)).status).toBe(503);
    // What needs no database is answered, above all that it is away.
    await expect.poll(async () => (await scrape()).text).toMatch(/^tambiolo_database_away 1$/m);
    const during = await scrape();
    expect(during.status).toBe(200);
    expect(during.text).toContain("nodejs_heap_size_used_bytes");
    expect(during.text).not.toMatch(/^tambiolo_(mails|jobs|index_lag_seconds)[ {]/m);
    for (const path of [
      "/admin-raffle-list?q=cake",
      "/raffle/ABCD1234",
      "/api/raffles/ABCD1234",
      "/banner/ABCD1234.png",
      "/raffle/ABCD1234.data",
    ]) {
      const began = performance.now();
      const answer = await fetch(`${site.origin}${path}`);
      expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "3"]);
      expect(performance.now() - began).toBeLessThan(5_000);
    }
    const failed = await fetch(`${site.origin}/api/raffles/ABCD1234`);
    expect(failed.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const page = await fetch(`${site.origin}/raffle/ABCD1234`, { headers: { "accept-language": "en" } });
    expect(await page.text()).toContain("The site cannot reach its data at this moment.");
    const form = await fetch(`${site.origin}/login`, {
      method: "POST",
      headers: { origin: site.origin },
      body: new URLSearchParams({ email: "ana@example.com", password: "a long password" }),
    });
    expect([form.status, form.headers.get("retry-after")]).toEqual([503, "3"]);
    expect(await form.text()).toContain("ana@example.com");
    // One line when the database went away, and then one a minute, for all failures together.
    expect(
      site
        .log()
        .split("\n")
        .filter((line) => line.includes("ECONN") || line.includes("terminated")).length,
    ).toBeLessThan(4);
    proxy.mend();
    await expect.poll(async () => (await fetch(`${site.origin}/readyz`)).status).toBe(200);
    expect(site.log()).toContain("the database is back");
  } finally {
    await site.stop();
  }
});
