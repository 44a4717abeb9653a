import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROJECT } from "#src/build/project.ts";
import { createTestApi, entryBody, type TestRaffle } from "../../tests/support/api.ts";
import { codeOf } from "../../tests/support/crowd.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { findHaproxy, type RunningProxy, replaceEach, startHaproxy } from "../../tests/support/haproxy.ts";
import { freePort, type SiteProcess, startSite } from "../../tests/support/site.ts";

const CONNECTIONS = 32;
/**
 * Pause of each connection between entries: not more than some hundred a second, since the machine also has to start
 * sites.
 */
const PAUSE_MS = 100;
const TEST_FILE = /\.test\.ts$/;

const haproxy = findHaproxy();

let folder: string;
let database: TestDatabase;
let raffle: TestRaffle;
const sites: SiteProcess[] = [];
/** A proxy as the documentation recommends it, and as a control one that never retries. */
let proxies: { asDocumented: RunningProxy; trustful: RunningProxy };

beforeAll(async () => {
  if (!haproxy) return;
  folder = await mkdtemp(join(tmpdir(), "tambiolo-rolling-"));
  database = await createTestDatabase();
  // Otherwise these connections count as a site of this version.
  database.pool.options.application_name = "test";
  raffle = await createTestApi(database.db).createRaffle();
  const starting = [0, 1].map(async (number) => start(number, await freePort()));
  sites.push(...(await Promise.all(starting)));
  const ports = [sites[0]?.port ?? 0, sites[1]?.port ?? 0] as const;
  proxies = {
    asDocumented: await startHaproxy(haproxy, ports),
    trustful: await startHaproxy(haproxy, ports, (config) =>
      replaceEach(config, [
        ["retries 3\n", "retries 0\n"],
        ["option redispatch 1\n", "\n"],
        ["retry-on conn-failure empty-response\n", "\n"],
        [" 404\n", "\n"],
      ]),
    ),
  };
});

afterAll(async () => {
  if (!haproxy) return;
  await Promise.all([
    proxies?.asDocumented.stop(),
    proxies?.trustful.stop(),
    ...sites.map((site) => site.stop("SIGKILL")),
  ]);
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** The test itself acts as a second proxy, which gives each person an address. */
function start(number: number, port: number, project?: string): Promise<SiteProcess> {
  const env = { DATABASE_URL: database.connectionString, SECRET: "s".repeat(32), TRUST_PROXY: "2", LOG_LEVEL: "error" };
  return startSite({ port, dataDir: join(folder, String(number)), env, ...(project && { project }) });
}

/** Restarts a site that has ended, and waits until every proxy sends requests there. */
async function startAgain(number: number, project?: string): Promise<void> {
  sites[number] = await start(number, sites[number]?.port ?? 0, project);
  for (const { statuses, statusesForScripts } of Object.values(proxies)) {
    await expect.poll(statuses).toEqual(["UP", "UP"]);
    await expect.poll(statusesForScripts).toEqual(["UP", "UP"]);
  }
}

/** A later version of the site: a copy of this one as a package has it, with more migrations and one more script. */
async function laterVersion(name: string, migrations: Readonly<Record<string, string>>): Promise<string> {
  const project = join(folder, name);
  for (const part of ["src", "build", "package.json"]) {
    await cp(join(PROJECT, part), join(project, part), { recursive: true, filter: (path) => !TEST_FILE.test(path) });
  }
  await symlink(join(PROJECT, "node_modules"), join(project, "node_modules"), "junction");
  for (const [file, sql] of Object.entries(migrations)) await writeFile(join(project, "src/db/migrations", file), sql);
  await writeFile(join(project, "build/client/assets/of-the-later.js"), "export {};");
  return project;
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

async function storedCodes(): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select entry_code as code from entries where raffle_id = ${raffle.id}`.execute(database.db);
  return rows.map(({ code }) => code).toSorted();
}

describe.skipIf(!haproxy)("behind HAProxy (skipped where HAProxy is not installed)", () => {
  test("a site that is killed loses none where the proxy tries again, and the control loses some", async () => {
    const control = crowd(proxies.trustful, async () => {
      const { accepted, lost } = await crowd(proxies.asDocumented, async () => {
        process.kill(sites[0]?.pid ?? 0, "SIGKILL");
        expect(await sites[0]?.ended).toBe("SIGKILL");
        await startAgain(0);
      });
      expect(lost).toEqual([]);
      expect(accepted).not.toEqual([]);
      return accepted;
    });
    const { accepted, lost, result } = await control;
    expect(lost.length).toBeGreaterThan(0);
    // Some entries that the control lost may be stored, although their clients got no answer.
    const stored = await storedCodes();
    expect(new Set(stored).size).toBe(stored.length);
    expect(new Set(stored).isSupersetOf(new Set([...accepted, ...result]))).toBe(true);
  });

  test("a version with migrations replaces the one before it, site by site, and loses no request, even if no proxy sends one twice", async () => {
    const before = await storedCodes();
    const adds = {
      "900-adds.sql": `alter table entries add column nickname text not null default '';
        alter table raffles add column venue text not null default ''`,
    };
    const { accepted, lost } = await crowd(proxies.trustful, async () => {
      const added = await laterVersion("added", adds);
      expect(await sites[0]?.stop()).toBe(0);
      await startAgain(0, added);

      // Old and new beside each other. The old one has no script of the new one's pages, and may start again.
      const script = ({ port }: RunningProxy) => fetch(`http://127.0.0.1:${port}/assets/of-the-later.js`);
      const asked = async (proxy: RunningProxy) =>
        new Set(await Promise.all(Array.from({ length: 10 }, async () => (await script(proxy)).status)));
      expect(await asked(proxies.asDocumented)).toEqual(new Set([200]));
      expect(await asked(proxies.trustful)).toEqual(new Set([200, 404]));
      const restarted = await start(2, await freePort());
      await restarted.stop("SIGKILL");

      // What would take away something that the old one needs is not applied.
      const later = await laterVersion("later", {
        ...adds,
        "901-removes.sql": "-- contract: sites from 901 on work with it\nalter table entries drop column language",
      });
      await expect(start(2, await freePort(), later)).rejects.toThrow(/901-removes.sql removes what older sites use/);

      // What the one before the newest does without is, while that one runs.
      await writeFile(
        join(later, "src/db/migrations/901-removes.sql"),
        "-- contract: sites from 900 on work with it\nalter table entries drop column nickname",
      );
      expect(await sites[1]?.stop()).toBe(0);
      await startAgain(1, later);
    });
    expect(lost).toEqual([]);
    expect(accepted).not.toEqual([]);
    expect(await storedCodes()).toEqual([...before, ...accepted].toSorted());
    const columns = await sql`select nickname from entries`.execute(database.db).catch((error: Error) => error.message);
    expect(columns).toContain("nickname");
  });
});
