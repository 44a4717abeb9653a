import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { isAlive } from "#src/db/embedded/postmaster.ts";
import { entryBody, raffleBody } from "../../tests/support/api.ts";
import { created } from "../../tests/support/ask-site.ts";
import { crowd } from "../../tests/support/crowd.ts";
import {
  findPostgres15,
  type InstalledPostgres,
  startInstalledPostgres,
} from "../../tests/support/installed-postgres.ts";
import { signalServer } from "../../tests/support/server-processes.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";
import { startTcpProxy, type TcpProxy } from "../../tests/support/tcp-proxy.ts";

const bin = findPostgres15();

/** How long a failover manager needs to be sure that a server is lost. */
const NOTICE_MS = 2_000;
const PER_SECOND = 40;

type Pair = {
  readonly primary: InstalledPostgres;
  readonly standby: InstalledPostgres;
  /** Stands before both servers like an operator's proxy; the site knows only its address. */
  readonly proxy: TcpProxy;
};

/** A fault, and the reaction to it. */
type Fault = {
  readonly name: string;
  /** Causes the fault and does what an operator's tools would do; resolves once the standby is the primary. */
  readonly happen: (pair: Pair) => Promise<void>;
};

const promote = async ({ standby, proxy }: Pair) => {
  await standby.run("pg_ctl", "promote", "-D", standby.data, "-w");
  proxy.leadTo(standby.connectionString);
};

const promoteAfter = (signal: NodeJS.Signals) => async (pair: Pair) => {
  await signalServer(pair.primary.data, signal);
  await delay(NOTICE_MS);
  await promote(pair);
};

const FAULTS: readonly Fault[] = [
  {
    name: "the primary is killed, and its standby promoted",
    happen: promoteAfter("SIGKILL"),
  },
  {
    name: "the primary hangs, and its standby is promoted while old connections stay silent",
    happen: promoteAfter("SIGSTOP"),
  },
  {
    name: "the network before the primary is cut in silence, and its standby promoted",
    async happen(pair) {
      pair.proxy.hang();
      await delay(NOTICE_MS);
      await pair.primary.run("pg_ctl", "stop", "-D", pair.primary.data, "-m", "immediate", "-w");
      await promote(pair);
      pair.proxy.mend();
    },
  },
  {
    name: "the operator switches over to the standby",
    async happen(pair) {
      await pair.primary.run("pg_ctl", "stop", "-D", pair.primary.data, "-m", "fast", "-w");
      await promote(pair);
    },
  },
];

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function ask<Row extends pg.QueryResultRow>(connectionString: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(connectionString);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function startServer(...args: Parameters<typeof startInstalledPostgres>): Promise<InstalledPostgres> {
  const server = await startInstalledPostgres(...args);
  stops.push(async () => {
    await signalServer(server.data, "SIGCONT");
    await server.stop();
  });
  return server;
}

async function startPair(programs: string): Promise<Pair> {
  const primary = await startServer(programs, { settings: ["fsync = off"] });
  const standby = await startServer(programs, { settings: ["fsync = off"], copyOf: { primary, name: "one" } });
  await ask(primary.connectionString, "alter system set synchronous_standby_names = 'ANY 1 (one)'");
  await ask(primary.connectionString, "select pg_reload_conf()");
  const states = async () => {
    const rows = await ask<{ state: string }>(
      primary.connectionString,
      "select sync_state as state from pg_stat_replication",
    );
    return rows.map(({ state }) => state);
  };
  await expect.poll(states).toEqual(["quorum"]);
  const proxy = await startTcpProxy(primary.connectionString);
  stops.push(proxy.stop);
  return { primary, standby, proxy };
}

async function startSiteOn(connectionString: string): Promise<{ site: SiteProcess; raffle: string }> {
  const env = { DATABASE_URL: connectionString, SECRET: "s".repeat(32), RATE_LIMITS: "off", TRUST_PROXY: "1" };
  const site = await startSite({ env });
  stops.push(() => site.stop("SIGKILL"));
  return { site, raffle: (await created(site.origin, "/raffles", raffleBody())).codeId };
}

describe.skipIf(!bin)("on two PostgreSQL 15 (skipped where it is not installed)", () => {
  test.for(FAULTS)("$name: nobody is lost, twice in, or sees an error", async ({ name, happen }) => {
    const pair = await startPair(bin ?? "");
    const { site, raffle } = await startSiteOn(pair.proxy.connectionString);
    const report = await crowd({ port: site.port, raffle, perSecond: PER_SECOND }, async () => {
      await delay(2_000);
      await happen(pair);
      await delay(8_000);
    });
    const { accepted, errors, sentAway, longestWithout } = report;
    console.log(
      `${name}: ${accepted.length} in, ${longestWithout.toFixed(1)} s without, ${sentAway} times 503, ${errors.length} errors`,
    );
    expect(errors.slice(0, 5)).toEqual([]);
    expect(accepted).not.toEqual([]);
    const stored = await ask<{ code: string; phone: string }>(
      pair.standby.connectionString,
      "select entry_code as code, phone_key as phone from entries",
    );
    expect(stored.map(({ code }) => code).toSorted()).toEqual(accepted.toSorted());
    expect(new Set(stored.map(({ phone }) => phone)).size).toBe(stored.length);
    expect(isAlive(site.pid)).toBe(true);
    expect(site.log()).not.toContain("a bug");
  });

  test("an entry that no standby has is not answered 201, also when it is sent again", async () => {
    const primary = await startServer(bin ?? "", { settings: ["fsync = off"] });
    const { site, raffle } = await startSiteOn(primary.connectionString);
    const person = { ...entryBody(), entryCode: "ABCDEFGH" };
    const send = () =>
      fetch(`${site.origin}/api/raffles/${raffle}/entries`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(person),
      });
    const waiting = (query: string) =>
      ask<{ pid: number }>(
        primary.connectionString,
        `select pid from pg_stat_activity where wait_event = 'SyncRep' and query like '%${query}%'`,
      );
    await ask(primary.connectionString, "alter system set synchronous_standby_names = 'ANY 1 (absent)'");
    await ask(primary.connectionString, "select pg_reload_conf()");
    const first = send();
    await expect.poll(async () => (await waiting("insert-entries")).length).toBe(1);
    // As in a restart of the server: the entry is stored, but the client got no answer.
    const [backend] = await waiting("insert-entries");
    await ask(primary.connectionString, `select pg_terminate_backend(${backend?.pid})`);
    expect((await first).status).toBe(503);
    expect(await ask(primary.connectionString, "select entry_code as code from entries")).toEqual([
      { code: "ABCDEFGH" },
    ]);

    let answered = false;
    const again = send().finally(() => {
      answered = true;
    });
    // By its own lock of the raffle's row already, which is written and committed like an entry.
    await expect.poll(async () => (await waiting("insert-entries")).length).toBe(1);
    expect(answered).toBe(false);
    await ask(primary.connectionString, "alter system reset synchronous_standby_names");
    await ask(primary.connectionString, "select pg_reload_conf()");
    expect((await again).status).toBe(201);
  });
});
