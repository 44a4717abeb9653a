import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HoldNews } from "../../tests/support/hold-database.ts";
import { mountSmallDisk } from "../../tests/support/small-disk.ts";
import { isAlive, readPostmaster } from "./embedded/postmaster.ts";
import { startEmbeddedPostgres } from "./embedded.ts";

const PROGRAM = join(import.meta.dirname, "../../tests/support/hold-database.ts");

/** A process that holds a folder as a site does. */
type Holder = { child: ChildProcess; next: () => Promise<HoldNews>; ended: Promise<unknown> };

let place: string;
/** A stopped database with one row, made once: copying it is faster than making another. */
let seed: string;
let dataDir: string;
let holders: Holder[];

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "tambiolo-embedded-"));
  seed = join(place, "seed");
  const started = await startEmbeddedPostgres({ dataDir: seed });
  if (!started.ok) throw new Error(started.refusal);
  await query(started.value.connectionString, "create table kept (name text)");
  await query(started.value.connectionString, "insert into kept values ('first')");
  await started.value.stop();
});

afterAll(() => rm(place, { recursive: true, force: true }));

beforeEach(async () => {
  holders = [];
  dataDir = await mkdtemp(join(place, "data-"));
});

afterEach(async () => {
  for (const { child, ended } of holders) {
    child.kill("SIGTERM");
    await ended;
  }
});

const mounted = mountSmallDisk(1);
const disk = typeof mounted === "string" ? undefined : mounted;
afterAll(() => disk?.remove());

test.skipIf(!disk)("a read-only DATA_DIR is named, and not the random name of a draft in it", async () => {
  disk?.makeReadOnly();
  const dataDir = disk?.folder ?? "";
  const refusal = `The disk of ${dataDir} is read-only: mount it for writing, or name another folder.`;
  expect(await startEmbeddedPostgres({ dataDir })).toEqual({ ok: false, refusal });
});

describe("the bundled PostgreSQL", () => {
  test("loses nothing that it promised to keep, speaks to nobody on the network, is never root, and leaves nothing running", async () => {
    const { connectionString, stop } = await start(seed);
    const names = [
      "fsync",
      "synchronous_commit",
      "full_page_writes",
      "server_encoding",
      "TimeZone",
      "listen_addresses",
    ];
    const settings = names.map((name) => `'${name}', current_setting('${name}')`).join(", ");
    expect(await query(connectionString, `select json_build_object(${settings}) as settings`)).toEqual([
      {
        settings: {
          fsync: "on",
          synchronous_commit: "on",
          full_page_writes: "on",
          server_encoding: "UTF8",
          TimeZone: "UTC",
          listen_addresses: "",
        },
      },
    ]);
    const server = await readPostmaster(join(seed, "postgres"));
    expect((await stat(`/proc/${server?.pid}`)).uid).not.toBe(0);
    await stop();
    expect(await readPostmaster(join(seed, "postgres"))).toBeUndefined();
    await expect.poll(() => isAlive(server?.pid ?? 0)).toBe(false);
  });

  test("listens on a port of this machine where the folder's path is too long for a socket", async () => {
    await copySeed(join(place, "long-".repeat(24)));
    const { connectionString, stop } = await start();
    expect(new URL(connectionString).hostname).toBe("127.0.0.1");
    expect(await names(connectionString)).toEqual(["first"]);
    await stop();
  });
});

describe("after a kill", () => {
  test("of everything, every committed row is there", async () => {
    await copySeed();
    const holder = hold();
    const address = await ready(holder);
    const server = await readPostmaster(join(dataDir, "postgres"));
    const client = new pg.Client(address);
    client.on("error", () => undefined);
    await client.connect();
    await client.query("insert into kept values ('second')");
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where pid <> pg_backend_pid()",
    );
    holder.child.kill("SIGKILL");
    for (const pid of [server?.pid ?? 0, ...rows.map((row) => row.pid)]) process.kill(pid, "SIGKILL");
    await holder.ended;
    await client.end().catch(() => undefined);

    const { connectionString, stop } = await start();
    expect(await names(connectionString)).toEqual(["first", "second"]);
    await stop();
  });

  test("a lock file is not believed when its process number belongs to another program by now", async () => {
    await copySeed();
    const folder = join(dataDir, "postgres");
    const holder = hold();
    await ready(holder);
    const lockFile = join(folder, "postmaster.pid");
    const written = await readFile(lockFile, "utf8");
    holder.child.kill("SIGTERM");
    await holder.ended;
    const { uid, gid } = await stat(folder);
    const ids = process.getuid?.() === 0 ? { uid, gid } : {};
    const stranger = spawn("cat", { cwd: "/", ...ids });
    await once(stranger, "spawn");
    await writeFile(lockFile, written.replace(/^[0-9]+/, String(stranger.pid)));

    const { connectionString, stop } = await start();
    expect(await names(connectionString)).toEqual(["first"]);
    await stop();
    stranger.kill();
    await once(stranger, "exit");
  });

  test("of the site alone, the server that lives on is replaced and its rows are there", async () => {
    await copySeed();
    const holder = hold();
    await query(await ready(holder), "insert into kept values ('second')");
    const before = await readPostmaster(join(dataDir, "postgres"));
    holder.child.kill("SIGKILL");
    await holder.ended;
    expect(isAlive(before?.pid ?? 0)).toBe(true);

    const { connectionString, stop } = await start();
    const after = await readPostmaster(join(dataDir, "postgres"));
    expect(after?.pid).not.toBe(before?.pid);
    expect(await names(connectionString)).toEqual(["first", "second"]);
    await stop();
  });

  test("of the server alone, the site starts it again at the same address", async () => {
    await copySeed();
    const holder = hold();
    const address = await ready(holder);
    const server = await readPostmaster(join(dataDir, "postgres"));
    process.kill(server?.pid ?? 0, "SIGKILL");
    expect(await holder.next()).toEqual({ line: expect.stringContaining("was lost") });
    expect(await holder.next()).toEqual({ line: "PostgreSQL is back." });
    expect(await names(address)).toEqual(["first"]);
  });
});

describe("one folder, two sites", () => {
  test("the second is refused in one line, and the first goes on", async () => {
    await copySeed();
    const holder = hold();
    const address = await ready(holder);
    const second = await startEmbeddedPostgres({ dataDir });
    expect(second).toEqual({ ok: false, refusal: expect.stringContaining(`process ${holder.child.pid}`) });
    expect(second).toEqual({ ok: false, refusal: expect.not.stringContaining("\n") });
    expect(await names(address)).toEqual(["first"]);
  });

  test("a command works beside the site and leaves its server running", async () => {
    await copySeed();
    const holder = hold();
    await ready(holder);
    const beside = await startEmbeddedPostgres({ dataDir, beside: true });
    if (!beside.ok) throw new Error(beside.refusal);
    expect(await names(beside.value.connectionString)).toEqual(["first"]);
    await beside.value.stop();
    expect(await names(beside.value.connectionString)).toEqual(["first"]);
  });

  test("of two first starts at the same moment one wins", async () => {
    await rm(dataDir, { recursive: true });
    const news = await Promise.all([hold(), hold()].map((holder) => holder.next()));
    expect(news.filter((one) => "connectionString" in one)).toHaveLength(1);
    expect(news.filter((one) => "refusal" in one)).toEqual([{ refusal: expect.stringContaining("Another Tambiolo") }]);
  });
});

describe("a folder that cannot be used is named in one line", () => {
  test.each([
    ["another version of PostgreSQL made it", { PG_VERSION: "17\n" }, "was made by PostgreSQL 17"],
    ["it holds something else", { "notes.txt": "mine" }, "is not a PostgreSQL folder"],
    ["the server ends at once", { PG_VERSION: "18\n", "postgresql.conf": "no_such_setting = 1\n" }, "FATAL"],
  ])("because %s", async (_why, files, reason) => {
    const folder = join(dataDir, "postgres");
    await mkdir(folder, { mode: 0o700 });
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const started = await startEmbeddedPostgres({ dataDir });
    expect(started).toEqual({ ok: false, refusal: expect.stringContaining(reason) });
    expect(started).toEqual({ ok: false, refusal: expect.not.stringContaining("\n") });
  });
});

async function copySeed(to = dataDir): Promise<void> {
  dataDir = to;
  await cp(seed, to, { recursive: true });
}

async function start(folder = dataDir) {
  const started = await startEmbeddedPostgres({ dataDir: folder });
  if (!started.ok) throw new Error(started.refusal);
  return started.value;
}

function hold(): Holder {
  const child = spawn(process.execPath, [PROGRAM, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<HoldNews> => JSON.parse((await lines.next()).value ?? "null");
  const holder = { child, next, ended: once(child, "close") };
  holders.push(holder);
  return holder;
}

async function ready(holder: Holder): Promise<string> {
  const news = await holder.next();
  if (!("connectionString" in news)) throw new Error(JSON.stringify(news));
  return news.connectionString;
}

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connectionString);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function names(connectionString: string): Promise<string[]> {
  const rows = await query(connectionString, "select name from kept order by name");
  return (rows as { name: string }[]).map((row) => row.name);
}
