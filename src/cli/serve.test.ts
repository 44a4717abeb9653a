import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isAlive, readPostmaster } from "#src/db/embedded/postmaster.ts";
import { freePort, type SiteOptions, type SiteProcess, startSite } from "../../tests/support/site.ts";

const PROJECT = join(import.meta.dirname, "../..");

let place: string;
/** Stops what a failed test left running. */
let leftovers: (() => unknown)[] = [];

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "tambiolo-serve-"));
});

afterAll(() => rm(place, { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(leftovers.map((stop) => stop()));
  leftovers = [];
});

/** Starts a site that is stopped after the test, unless it stopped before. */
async function start(options: SiteOptions): Promise<SiteProcess> {
  const site = await startSite(options);
  leftovers.push(() => site.stop());
  return site;
}

/** Runs a command to its end. */
async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["src/cli/tambiolo.ts", ...args], { cwd: PROJECT, env: environment(env) });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr };
}

function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, DATA_DIR: join(place, "unused"), ...env };
}

describe("a command that cannot run says why in one line", () => {
  test("no command, or one that does not exist, gets the usage", async () => {
    expect(await run([])).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("Usage: tambiolo <command>"),
    });
    expect(await run(["serv"])).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^tambiolo: serv is no command\. Did you mean serve\?\nUsage: tambiolo <command>/),
    });
    expect(await run(["backup"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "tambiolo: backup needs FILE.\nUsage: tambiolo backup FILE\n",
    });
    expect(await run(["-v"])).toEqual(await run(["--version"]));
    expect(await run(["--help"])).toEqual({ code: 0, stdout: expect.stringContaining("serve"), stderr: "" });
  });

  test("a bad setting", async () => {
    const ended = await run(["serve"], { TIME_ZONE: "Asia/Manilla" });
    expect(ended).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(/^tambiolo: TIME_ZONE .+\n$/) });
  });

  test("a port in use, before anything slow", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const ended = await run(["serve"], { PORT: String(port) });
    expect(ended).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^tambiolo: Port \d+ \(PORT\) is in use.+\n$/),
    });
    const free = String(await freePort());
    expect(await run(["serve"], { PORT: free, METRICS: String(port) })).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^tambiolo: Port \d+ \(METRICS\) is in use.+\n$/),
    });
    expect(await run(["serve"], { PORT: free, METRICS: free })).toEqual({
      code: 1,
      stdout: "",
      stderr: "tambiolo: PORT and METRICS name the same port: choose two.\n",
    });
    other.close();
    await once(other, "close");
  });

  test("a database that does not answer, without its password", async () => {
    const address = `postgresql://user:hunter2@127.0.0.1:${await freePort()}/raffles`;
    const ended = await run(["migrate"], { DATABASE_URL: address });
    expect(ended).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(/^tambiolo: .*DATABASE_URL.+\n$/) });
    expect(ended.stderr).not.toContain("hunter2");
  });
});

describe("a site", () => {
  test("has its pages built once", async () => {
    expect(await run(["build"])).toMatchObject({ code: 0, stderr: "" });
    expect(await run(["build"])).toEqual({ code: 0, stdout: "The pages are up to date.\n", stderr: "" });
  });

  test("finishes a slow request, then stops itself and its database, however often it is asked", async () => {
    const dataDir = join(place, "data");
    const site = await start({ dataDir, env: { RATE_LIMITS: "off" } });
    expect(site.log()).toContain("RATE_LIMITS IS OFF");
    expect(site.log()).toContain("The database is made.\n");
    const server = await readPostmaster(join(dataDir, "postgres"));

    const second = await run(["serve"], { DATA_DIR: dataDir, PORT: String(await freePort()) });
    const refusal = `tambiolo: Another Tambiolo (process ${site.pid}) is using ${dataDir}`;
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining(refusal) });

    const slow = request(`${site.origin}/api/raffles`, {
      method: "POST",
      headers: { "content-type": "application/json", expect: "100-continue" },
    });
    const answered = once(slow, "response");
    slow.flushHeaders();
    // The site asks for the body: from here on the request is under way.
    await once(slow, "continue");
    process.kill(site.pid, "SIGTERM");
    process.kill(site.pid, "SIGINT");
    await untilPrinted(site.log, "Stopping");
    slow.end("not json");
    const [response] = await answered;
    expect(response.statusCode).toBe(400);
    response.resume();
    expect(await site.ended).toBe(0);
    expect(site.log()).not.toContain("THE SECRET IS NOT");
    // On a busy machine the log's count of lost connections may still follow.
    expect(site.log()).toContain("\nStopped.\n");
    await expect.poll(() => isAlive(server?.pid ?? 0)).toBe(false);
    expect(await readPostmaster(join(dataDir, "postgres"))).toBeUndefined();
  });

  test("killed and started again has every raffle that it promised to keep", async () => {
    const dataDir = join(place, "data");
    const first = await start({ dataDir });
    const created = await fetch(`${first.origin}/api/raffles`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        name: "Survivor",
        details: "Still here",
        dueDate: "2099-01-01T00:00:00Z",
        drawDate: "2099-01-02T00:00:00Z",
        prizes: [{ prizeCode: "A", name: "Mug" }],
        rules: [],
      }),
    });
    expect(created.status).toBe(201);
    const { codeId } = (await created.json()) as { codeId: string };
    const server = await readPostmaster(join(dataDir, "postgres"));
    process.kill(first.pid, "SIGKILL");
    process.kill(server?.pid ?? 0, "SIGKILL");
    expect(await first.ended).toBe("SIGKILL");

    const second = await start({ dataDir });
    const found = await fetch(`${second.origin}/api/raffles/${codeId}`);
    expect(await found.json()).toMatchObject({ name: "Survivor" });
    expect(second.log()).not.toContain("THE SECRET IS NOT");
    expect(await second.stop()).toBe(0);

    // As after restoring a backup without the secret.
    await rm(join(dataDir, "secret"));
    for (let starts = 0; starts < 2; starts += 1) {
      const other = await start({ dataDir });
      expect(other.log()).toContain("THE SECRET IS NOT THE ONE OF THIS DATABASE");
      expect(await other.stop()).toBe(0);
    }
  });

  test.each([
    ["Ctrl-C, which a terminal sends to npm and to the site", "SIGINT", "group"],
    ["a signal to npm alone", "SIGTERM", "npm"],
  ] as const)("started by npm stops cleanly on %s", async (_what, signal, receiver) => {
    const dataDir = join(place, "data");
    const npm = spawn("npm", ["start"], {
      cwd: PROJECT,
      env: environment({ DATA_DIR: dataDir, PORT: String(await freePort()) }),
      // Its own process group, as a terminal gives each command.
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = once(npm, "close");
    leftovers.push(() => npm.exitCode ?? npm.kill("SIGTERM"));
    const log = collect(npm);
    await untilPrinted(log, " is ready at ");
    const server = await readPostmaster(join(dataDir, "postgres"));
    const pid = npm.pid ?? 0;
    process.kill(receiver === "group" ? -pid : pid, signal);
    await ended;
    expect(log()).toMatch(/Stopped\.\n$/);
    // It has ended. Whoever inherits it may take a moment to notice.
    await expect.poll(() => isAlive(server?.pid ?? 0)).toBe(false);
  });
});

function collect(child: ChildProcess): () => string {
  let printed = "";
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    printed += part;
  });
  return () => printed;
}

async function untilPrinted(log: () => string, wanted: string): Promise<void> {
  await expect.poll(log).toContain(wanted);
}
