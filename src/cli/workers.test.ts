import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAlive, readPostmaster } from "#src/db/embedded/postmaster.ts";
import { asOrganiser, entryBody, raffleBody, type TestRaffle } from "../../tests/support/api.ts";
import { freePort, type SiteProcess, startSite } from "../../tests/support/site.ts";
import { connectionsOfAll } from "./workers.ts";

const PROJECT = join(import.meta.dirname, "../..");
let dataDir: string;
let site: SiteProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tambiolo-workers-"));
  const breakable = inWorkers(`process.on("SIGUSR2", () => { throw new Error("a bug") });`);
  site = await startSite({ dataDir, env: { WORKERS: "2", ...breakable } });
});

afterAll(async () => {
  await site?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Environment that loads code in each worker before the site's own; not in the process that starts them. */
function inWorkers(code: string): Record<string, string> {
  const script = `import cluster from "node:cluster"; if (cluster.isWorker) { ${code} }`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

/** The workers that have listened so far, the newest last. */
function workers(): number[] {
  return [...site.log().matchAll(/"worker":(\d+),"msg":"a worker listens"/g)].map(([, pid]) => Number(pid));
}

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(`${site.origin}${path}`, {
    method,
    // A new connection for each request, so that the workers alternate.
    headers: { "content-type": "application/json", connection: "close", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function createRaffle(): Promise<TestRaffle> {
  return (await (await send("POST", "/api/raffles", raffleBody())).json()) as TestRaffle;
}

describe("a site of two workers", () => {
  test("is ready once, when both listen", async () => {
    expect(site.log().match(/ is ready at /g)).toHaveLength(1);
    // The log and the ready line come by different streams, so the log may be later.
    await expect.poll(() => new Set(workers()).size).toBe(2);
    expect(workers()).not.toContain(site.pid);
  });

  test("shows on both what was entered and changed through either", async () => {
    const raffle = await createRaffle();
    const entered = await Promise.all(
      Array.from({ length: 6 }, () => send("POST", `/api/raffles/${raffle.codeId}/entries`, entryBody())),
    );
    expect(entered.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const auth = asOrganiser(raffle.codeId, raffle.accessCode);
    const page = `/raffle/${raffle.codeId}`;
    // Puts the page into the cache of both workers before it changes.
    for (let look = 0; look < 4; look += 1)
      expect(await (await send("GET", page)).text()).toContain("Noche Buena Basket");
    const stored = (await (await send("GET", `/api/raffles/${raffle.codeId}`)).json()) as { version: number };
    const changed = await send(
      "PATCH",
      `/api/raffles/${raffle.codeId}`,
      { version: stored.version, name: "Media Noche" },
      auth,
    );
    expect(changed.status).toBe(200);
    await expect
      .poll(async () => {
        const looks = await Promise.all(
          Array.from({ length: 4 }, () => send("GET", page).then((answer) => answer.text())),
        );
        return looks.every((look) => look.includes("Media Noche") && !look.includes("Noche Buena Basket"));
      })
      .toBe(true);
    for (let look = 0; look < 2; look += 1) {
      const list = (await (await send("GET", `/api/raffles/${raffle.codeId}/entries`, undefined, auth)).json()) as {
        entries: unknown[];
      };
      expect(list.entries).toHaveLength(6);
    }
  });

  test("answers through the other when one is killed or ends by a bug, and starts another", async () => {
    const [first = 0, second = 0] = workers();
    process.kill(first, "SIGKILL");
    await expect.poll(site.log).toContain(`"worker":${first},"code":null,"signal":"SIGKILL"`);
    expect((await send("GET", "/readyz")).status).toBe(200);
    await expect.poll(workers).toHaveLength(3);
    process.kill(second, "SIGUSR2");
    await expect.poll(site.log).toContain(`"worker":${second},"code":1`);
    expect((await send("GET", "/readyz")).status).toBe(200);
    await expect.poll(workers).toHaveLength(4);
    const raffle = await createRaffle();
    expect((await send("POST", `/api/raffles/${raffle.codeId}/entries`, entryBody())).status).toBe(201);
  });

  test("finishes a slow request when it is told to stop, and leaves nothing behind", async () => {
    const slow = request(`${site.origin}/api/raffles`, {
      method: "POST",
      headers: { "content-type": "application/json", expect: "100-continue" },
    });
    const answered = once(slow, "response");
    slow.flushHeaders();
    await once(slow, "continue");
    process.kill(site.pid, "SIGTERM");
    await expect.poll(site.log).toContain("Stopping");
    slow.end("not json");
    const [response] = await answered;
    expect(response.statusCode).toBe(400);
    response.resume();
    expect(await site.ended).toBe(0);
    expect(site.log()).toMatch(/Stopped\.\n$/);
    expect(workers().filter(isAlive)).toEqual([]);
    expect(await readPostmaster(join(dataDir, "postgres"))).toBeUndefined();
  });

  test("takes its workers along when it is killed", async () => {
    site = await startSite({ dataDir, env: { WORKERS: "2" } });
    const server = await readPostmaster(join(dataDir, "postgres"));
    process.kill(site.pid, "SIGKILL");
    // `ended` waits for the last process that shares the site's output, so also for its workers.
    expect(await site.ended).toBe("SIGKILL");
    await expect(fetch(site.origin)).rejects.toThrow("fetch failed");
    process.kill(server?.pid ?? 0, "SIGTERM");
    await expect.poll(() => readPostmaster(join(dataDir, "postgres"))).toBeUndefined();
  });
});

test("a site whose workers end at the start ends too, and says why", async () => {
  const env = { WORKERS: "2", PORT: String(await freePort()), DATA_DIR: dataDir, ...inWorkers("process.exit(7)") };
  const child = spawn(process.execPath, ["src/cli/tambiolo.ts", "serve"], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, LOG_LEVEL: "fatal", ...env },
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(stderr).toBe("tambiolo: 3 workers in a row ended before they listened (the last with 7).\n");
  expect(code).toBe(1);
});

test("a site holds as many connections as docs/operations.md says", () => {
  expect([1, 2, 3, 4, 8, 16].map(connectionsOfAll)).toEqual([15, 36, 47, 58, 86, 158]);
});
