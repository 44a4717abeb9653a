import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "#src/db/connect.ts";
import { startEmbeddedPostgres } from "#src/db/embedded.ts";
import { raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { crowd } from "../../../tests/support/crowd.ts";
import { everythingStored } from "../../../tests/support/everything-stored.ts";
import { bundledDatabase } from "../../../tests/support/killed-sites.ts";
import { runCommand } from "../../../tests/support/run-command.ts";
import { type SiteProcess, startSite } from "../../../tests/support/site.ts";

const PASSPHRASE = "a passphrase of tests";

let place: string;
const sites: SiteProcess[] = [];

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "tambiolo-backup-"));
});

afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  await rm(place, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<SiteProcess> {
  const site = await startSite({ dataDir, env: { RATE_LIMITS: "off", TRUST_PROXY: "1" } });
  sites.push(site);
  return site;
}

async function storedCodes(site: SiteProcess): Promise<string[]> {
  const client = await bundledDatabase(site).open();
  const { rows } = await client.query<{ code: string }>("select entry_code as code from entries");
  await client.end();
  return rows.map(({ code }) => code);
}

/** All rows of a stopped site, sorted. */
async function rowsOf(dataDir: string): Promise<string[]> {
  const opened = await startEmbeddedPostgres({ dataDir });
  if (!opened.ok) throw new Error(opened.refusal);
  // A pool ends before its connections are closed. So the server may still say goodbye to one, and somebody has to
  // listen.
  const { pool, close } = connectDatabase({ connectionString: opened.value.connectionString });
  const rows = await everythingStored(pool);
  await close();
  await opened.value.stop();
  return rows.toSorted();
}

test("a backup while people enter holds everybody who was in before it began, and makes a site that works", async () => {
  const dataDir = join(place, "running");
  await mkdir(join(dataDir, "pages"), { recursive: true });
  await writeFile(join(dataDir, "pages", "terms.en.md"), "Terms of our own");
  const site = await start(dataDir);
  const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody());
  const file = join(place, "running.tar.gz");
  const { accepted, errors, result } = await crowd({ port: site.port, raffle: codeId, perSecond: 60 }, async () => {
    await expect.poll(async () => (await storedCodes(site)).length).toBeGreaterThan(100);
    const before = await storedCodes(site);
    const made = await runCommand(["backup", file], { DATA_DIR: dataDir });
    const after = (await storedCodes(site)).length;
    await expect.poll(async () => (await storedCodes(site)).length).toBeGreaterThan(after + 50);
    return { before, made };
  });
  expect(result.made).toMatchObject({ code: 0 });
  expect(errors).toEqual([]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const restored = join(place, "restored");
  // Beside the site that it was taken of, as in a drill: nothing of its locks and sockets is in the way.
  expect(await runCommand(["restore", file], { DATA_DIR: restored })).toMatchObject({ code: 0 });
  const second = await start(restored);
  const there = new Set(await storedCodes(second));
  expect(result.before.filter((code) => !there.has(code))).toEqual([]);
  expect(there.size).toBeLessThan(accepted.length);
  const authorization = `Basic ${btoa(`${codeId}:${accessCode}`)}`;
  const desk = await fetch(`${second.origin}/api/raffles/${codeId}/entries`, { headers: { authorization } });
  expect(desk.status).toBe(200);
  expect(await (await fetch(`${second.origin}/terms?lang=en`)).text()).toContain("Terms of our own");
  expect(await runCommand(["restore", file], { DATA_DIR: restored })).toMatchObject({
    code: 1,
    said: expect.stringContaining("is running"),
  });

  // Stopped, both stand still, and can be compared row by row.
  await Promise.all([site.stop(), second.stop()]);
  const [quiet, copy] = [join(place, "quiet.tar.gz.age"), join(place, "copy")];
  expect(await runCommand(["backup", quiet], { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({
    code: 0,
  });
  expect(await runCommand(["restore", quiet], { DATA_DIR: copy, BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({
    code: 0,
  });
  const rows = await rowsOf(dataDir);
  expect(rows.length).toBeGreaterThan(accepted.length);
  expect(await rowsOf(copy)).toEqual(rows);
});
