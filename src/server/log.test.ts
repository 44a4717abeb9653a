import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { eachPersonField } from "#src/entries/fields.ts";
import type { LimitReport } from "#src/rate-limits/limit-report.ts";
import { createEmptyDatabase } from "../../tests/support/database.ts";
import { createLog, type SiteLog } from "./log.ts";

function logged(
  write: (log: SiteLog["log"], writeCounts: SiteLog["writeCounts"]) => void,
  level = "info",
): Record<string, unknown>[] {
  const lines: string[] = [];
  const { log, writeCounts } = createLog(level, { write: (line) => void lines.push(line) });
  write(log, writeCounts);
  return lines.map((line) => JSON.parse(line));
}

test("a line is JSON with a time, without the machine's name", () => {
  const [line] = logged((log) => log.info({ route: "/raffle/:identifier" }, "request"));
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    route: "/raffle/:identifier",
    msg: "request",
  });
});

test("people's data and codes do not reach a line", () => {
  const person = { ...eachPersonField((name) => `the ${name}`), entryCode: "ABCDEFGH" };
  const written = JSON.stringify(
    logged((log) => log.info({ ...person, entry: person, body: { entry: person }, accessCode: "1234" }, "x")),
  );
  for (const value of [...Object.values(person), "1234"]) expect(written).not.toContain(value);
});

test("the counts of what strangers did are no people's data", () => {
  const actions = { enter: { ofAddress: 1, solved: 4 }, "entry code": { missed: 3, site: 2 } } satisfies LimitReport;
  expect(logged((log) => log.info({ actions }, "x"))).toMatchObject([{ actions }]);
});

test("an error of PostgreSQL is logged without the row that it quotes", () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "entries_phone_unique"'), {
    code: "23505",
    constraint: "entries_phone_unique",
    detail: "Key (raffle_id, phone_key)=(1, +639171234567) already exists.",
  });
  const [line] = logged((log) => log.error({ err: error }, "request failed"));
  expect(line).toMatchObject({ err: { code: "23505", constraint: "entries_phone_unique", stack: expect.any(String) } });
  expect(JSON.stringify(line)).not.toContain("+639171234567");
});

test("lines below the level are not written", () => {
  expect(logged((log) => log.info("x"), "warn")).toEqual([]);
});

test("a database that is away is logged once a minute, and then every request that failed by it is named", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const wrapped = new Error("no session", { cause: refused });
  const lines = logged((log) => {
    const ofWorker = log.child({ worker: 7 });
    for (let times = 0; times < 100; times++) {
      const request = `id-${times}`;
      // Pages log by a logger of their request, the API names it.
      if (times % 2) ofWorker.child({ request }).error({ err: refused }, "page failed");
      else ofWorker.error({ err: wrapped, request }, "request failed");
    }
    log.error({ err: new Error("a bug") }, "request failed");
    vi.advanceTimersByTime(61_000);
    log.error({ err: refused }, "page failed");
    vi.advanceTimersByTime(61_000);
  });
  expect(lines).toMatchObject([
    { msg: "request failed", err: { message: "no session" }, request: "id-0" },
    { msg: "request failed", err: { message: "a bug" } },
    { msg: "failed too, in the minute after such a line", worker: 7, unlogged: 99 },
    { msg: "page failed" },
  ]);
  const named = Array.from({ length: 99 }, (_, index) => `id-${index + 1}`);
  expect(lines[2]?.requests).toEqual(named);
});

test("an error that a stranger repeats is one line a minute for each kind, with the count of the others", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const bug = (typed: number) => new TypeError(`what was typed: ${typed}`);
  const lines = logged((log) => {
    for (let times = 0; times < 5_000; times++)
      log.error({ err: bug(times), request: `id-${times}` }, "request failed");
    log.error({ err: bug(1) }, "page failed");
    log.error({ err: new TypeError("of another place") }, "request failed");
    for (let times = 0; times < 2; times++) log.fatal({ err: bug(0) }, "a bug: stopping this process");
    vi.advanceTimersByTime(61_000);
  });
  expect(lines).toMatchObject([
    { msg: "request failed", err: { message: "what was typed: 0" } },
    { msg: "page failed" },
    { msg: "request failed", err: { message: "of another place" } },
    { msg: "failed too, in the minute after such a line", as: "request failed", type: "TypeError", unlogged: 4_999 },
    { level: 60 },
    { level: 60 },
  ]);
  expect(lines).toHaveLength(6);
  expect(lines[3]?.requests).toHaveLength(1_000);
});

const FRAME_OF_DRIVER = "    at /srv/node_modules/pg/lib/client.js:694:17";

/** As the driver throws: its own frame comes first, above those of the code that asked. */
function ofDatabase(line: number, fields: object, message = "failed"): Error {
  const stack = [
    `error: ${message}`,
    FRAME_OF_DRIVER,
    "    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)",
    `    at async readEntry (file:///srv/src/entries/read.ts:${line}:3)`,
  ].join("\n");
  return Object.assign(new Error(message), { code: "23502", ...fields, stack });
}

test("two bugs with one code of PostgreSQL are two kinds, whatever a stranger's text in a message looks like", () => {
  const forged = (typed: number) => ofDatabase(1, {}, `typed\n    at forged (${typed})`);
  const lines = logged((log) => {
    const fail = (err: Error) => log.error({ err }, "request failed");
    for (const line of [1, 2, 1]) fail(ofDatabase(line, {}));
    for (const table of ["entries", "raffles", "entries"]) fail(ofDatabase(3, { table }));
    for (const column of ["name", "email"]) fail(ofDatabase(4, { column }));
    for (const constraint of ["entries_phone", "entries_email"]) fail(ofDatabase(5, { constraint }));
    for (let typed = 0; typed < 10; typed++) fail(forged(typed));
    // Without a frame of ours.
    for (const code of ["22P02", "22003"]) {
      fail(Object.assign(new Error("x"), { code, stack: `error: x\n${FRAME_OF_DRIVER}` }));
    }
  });
  expect(lines).toHaveLength(10);
});

test("two queries of the real driver that fail alike are two kinds", async () => {
  const { db, close } = await createEmptyDatabase();
  onTestFinished(close);
  const first = async () => await sql`select 1 / 0`.execute(db);
  const second = async () => await sql`select 2 / 0`.execute(db);
  const errorOf = (query: Promise<unknown>) => query.then(() => undefined).catch((err: Error) => err);
  const errors = [await errorOf(first()), await errorOf(second()), await errorOf(first())];
  const lines = logged((log) => {
    for (const err of errors) log.error({ err }, "request failed");
  });
  expect(lines).toMatchObject([{ err: { code: "22012" } }, { err: { code: "22012" } }]);
  expect(lines).toHaveLength(2);
});

test("counts are written before the process ends, once, at the level of their lines", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const bug = (typed: number) => new TypeError(`typed: ${typed}`);
  const lines = logged((log, writeCounts) => {
    for (const request of ["a", "b", "c"]) log.warn({ err: bug(1), request }, "slow");
    writeCounts();
    log.warn({ err: bug(2), request: "d" }, "slow");
    vi.advanceTimersByTime(61_000);
    writeCounts();
  });
  const counted = { level: 40, msg: "failed too, in the minute after such a line" };
  expect(lines).toMatchObject([
    { level: 40, msg: "slow" },
    { ...counted, unlogged: 2, requests: ["b", "c"] },
    { ...counted, unlogged: 1, requests: ["d"] },
  ]);
  expect(lines).toHaveLength(3);
});

test.skipIf(!existsSync("/dev/full"))("a log on a full disk ends nothing", async () => {
  const script = `import { createLog } from "#src/server/log.ts";
    const { log } = createLog("info");
    log.info("first");
    setTimeout(() => { log.info("second"); console.log("alive"); }, 1);`;
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: ["ignore", "pipe", full] });
  const [said, [code]] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), once(child, "close")]);
  expect([said, code]).toEqual(["alive\n", 0]);
});
