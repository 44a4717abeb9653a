import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, entryBody, type TestRaffle } from "../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { findHaproxy, type RunningProxy, replaceEach, startHaproxy } from "../../tests/support/haproxy.ts";
import { freePort, type SiteProcess, startSite } from "../../tests/support/site.ts";

const CONNECTIONS = 32;
/** Pause of each connection between entries: some dozen a second, since the machine also has to start sites. */
const PAUSE_MS = 25;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const haproxy = findHaproxy();

let folder: string;
let database: TestDatabase;
let raffle: TestRaffle;
const sites: SiteProcess[] = [];
/** A proxy as the documentation recommends it, and as a control one that never retries. */
let proxies: { asTold: RunningProxy; trustful: RunningProxy };

beforeAll(async () => {
  if (!haproxy) return;
  folder = await mkdtemp(join(tmpdir(), "tambiolo-rolling-"));
  database = await createTestDatabase();
  raffle = await createTestApi(database.db).createRaffle();
  const starting = [0, 1].map(async (number) => start(number, await freePort()));
  sites.push(...(await Promise.all(starting)));
  const ports = [sites[0]?.port ?? 0, sites[1]?.port ?? 0] as const;
  proxies = {
    asTold: await startHaproxy(haproxy, ports),
    trustful: await startHaproxy(haproxy, ports, (config) =>
      replaceEach(config, [
        ["retries 3\n", "retries 0\n"],
        ["option redispatch 1\n", "\n"],
        ["retry-on conn-failure empty-response\n", "\n"],
      ]),
    ),
  };
});

afterAll(async () => {
  if (!haproxy) return;
  await Promise.all([proxies?.asTold.stop(), proxies?.trustful.stop(), ...sites.map((site) => site.stop("SIGKILL"))]);
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** The test itself acts as a second proxy, which gives each person an address. */
function start(number: number, port: number): Promise<SiteProcess> {
  const env = { DATABASE_URL: database.connectionString, SECRET: "s".repeat(32), TRUST_PROXY: "2", LOG_LEVEL: "error" };
  return startSite({ port, dataDir: join(folder, String(number)), env });
}

/** Restarts a site that has ended, and waits until every proxy sends requests there. */
async function startAgain(number: number): Promise<void> {
  sites[number] = await start(number, sites[number]?.port ?? 0);
  for (const { statuses } of Object.values(proxies)) {
    await expect.poll(statuses).toEqual(["UP", "UP"]);
  }
}

type Sent = { readonly accepted: string[]; readonly lost: string[] };

let people = 0;

/** Sends entries of new people over some dozens of connections until `meanwhile` has resolved. */
async function crowd<Result>(
  { port }: RunningProxy,
  meanwhile: () => Promise<Result>,
): Promise<Sent & { readonly result: Result }> {
  const accepted: string[] = [];
  const lost: string[] = [];
  const path = `/api/raffles/${raffle.codeId}/entries`;
  let done = false;
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!done) {
      people += 1;
      const person = { ...entryBody(), entryCode: codeOf(people) };
      const answer = await enter({ port, path, agent }, people, person).catch((error: Error) => error.message);
      (answer === "201" ? accepted : lost).push(answer === "201" ? person.entryCode : answer);
      await delay(PAUSE_MS);
    }
    agent.destroy();
  });
  const result = await meanwhile().finally(() => {
    done = true;
  });
  await Promise.all(connections);
  return { accepted, lost, result };
}

async function enter(to: { port: number; path: string; agent: Agent }, number: number, body: unknown): Promise<string> {
  const sending = request({
    ...to,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  sending.on("error", reject).on("response", (response) => {
    text(response).then(
      (said) => resolve(response.statusCode === 201 ? "201" : `${response.statusCode}: ${said}`),
      reject,
    );
  });
  sending.end(JSON.stringify(body));
  return promise;
}

function codeOf(number: number): string {
  return Array.from({ length: 8 }, (_, place) => LETTERS[Math.floor(number / 26 ** place) % 26]).join("");
}

async function storedCodes(): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select entry_code as code from entries where raffle_id = ${raffle.id}`.execute(database.db);
  return rows.map(({ code }) => code).toSorted();
}

describe.skipIf(!haproxy)("behind HAProxy (skipped where HAProxy is not installed)", () => {
  test("sites that are restarted one after the other lose no request, even if no proxy sends one twice", async () => {
    const { accepted, lost } = await crowd(proxies.trustful, async () => {
      for (const number of [0, 1]) {
        expect(await sites[number]?.stop()).toBe(0);
        await startAgain(number);
      }
    });
    expect(lost).toEqual([]);
    expect(accepted.length).toBeGreaterThan(1_000);
    expect(await storedCodes()).toEqual(accepted.toSorted());
  });

  test("a site that is killed loses none where the proxy tries again, and the control loses some", async () => {
    const before = await storedCodes();
    const control = crowd(proxies.trustful, async () => {
      const { accepted, lost } = await crowd(proxies.asTold, async () => {
        process.kill(sites[0]?.pid ?? 0, "SIGKILL");
        expect(await sites[0]?.ended).toBe("SIGKILL");
        await startAgain(0);
      });
      expect(lost).toEqual([]);
      expect(accepted.length).toBeGreaterThan(100);
      return accepted;
    });
    const { accepted, lost, result } = await control;
    expect(lost.length).toBeGreaterThan(0);
    // Some entries that the control lost may be stored, although their clients got no answer.
    const stored = await storedCodes();
    expect(new Set(stored).size).toBe(stored.length);
    expect(new Set(stored).isSupersetOf(new Set([...before, ...accepted, ...result]))).toBe(true);
  });
});
