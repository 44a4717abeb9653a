import { expect, test } from "vitest";
import { HOUR_MS } from "#src/base/clock.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import type { SecretState } from "#src/config/secret.ts";
import type { Content, DatabaseFacts, Facts } from "./facts.ts";
import { diagnose } from "./rules.ts";

const NOW = new Date("2026-11-23T04:00:00Z");
const GIB = 2 ** 30;
const FILE: SecretState = {
  kind: "file",
  bytes: Buffer.from("s".repeat(43)),
  whole: true,
  madeAt: hoursAgo(100),
  mode: 0o100600,
};
const CONTENT: Content = {
  newestRaffle: hoursAgo(10),
  siteKey: "ab",
  mails: { failed: 0, held: 0, deferred: 0, waitingSince: null },
  witnesses: [{ url: "https://bakery.ph", askedAt: hoursAgo(1), failure: null }],
};
const DATABASE: DatabaseFacts = {
  version: "18.1",
  compiles: false,
  connections: 97,
  aheadMs: 20,
  pending: accept([]),
  newer: [],
  content: CONTENT,
};

/** A site with which nothing is wrong. */
const HEALTHY: Facts = {
  settings: {
    origin: "https://raffles.suki.ph",
    host: "127.0.0.1",
    trustProxy: 1,
    rateLimits: true,
    mailPerDay: 10_000,
    mailFrom: { name: undefined, address: "raffles@suki.ph" },
    databaseUrl: undefined,
    backupDir: "/backups",
    witnesses: ["https://bakery.ph"],
    workers: 1,
  },
  misspelt: [],
  leftovers: [],
  now: NOW,
  relayAheadMs: -900,
  program: "0.1.0 (3f09304c1a2b)",
  node: "24.1.0",
  dataDisk: { folder: "/data", freeBytes: 20 * GIB, writable: true },
  backupDisk: { folder: "/backups", freeBytes: 20 * GIB, writable: true },
  newestBackup: hoursAgo(2),
  secret: accept(FILE),
  siteKey: "ab",
  mailServer: accept(undefined),
  site: "ready",
  database: accept(DATABASE),
};

function hoursAgo(hours: number): Date {
  return new Date(NOW.getTime() - hours * HOUR_MS);
}

/** What is found of a healthy site that differs in these facts, without what is in order. */
function found(facts: Partial<Facts>): string[] {
  return diagnose({ ...HEALTHY, ...facts })
    .filter(({ level }) => level !== "ok")
    .map(({ level, topic, says }) => `${level} ${topic}: ${says}`);
}

function settings(changed: Partial<Facts["settings"]>): Pick<Facts, "settings"> {
  return { settings: { ...HEALTHY.settings, ...changed } };
}

function database(changed: Partial<DatabaseFacts>): Pick<Facts, "database"> {
  return { database: accept({ ...DATABASE, ...changed }) };
}

function content(changed: Partial<Content>): Pick<Facts, "database"> {
  return database({ content: { ...CONTENT, ...changed } });
}

function mails(changed: Partial<Content["mails"]>): Pick<Facts, "database"> {
  return content({ mails: { ...CONTENT.mails, ...changed } });
}

function disk(gib: number, writable = true, folder = "/disk") {
  return { folder, freeBytes: gib * GIB, writable };
}

test("of a healthy site every finding is in order, and no topic is left out", () => {
  expect(found({})).toEqual([]);
  const topics = new Set(diagnose(HEALTHY).map(({ topic }) => topic));
  expect([...topics]).toEqual([
    "Site",
    "Settings",
    "Versions",
    "Database",
    "Clock",
    "Disk",
    "Secret",
    "Proxy",
    "Mail",
    "Backup",
    "Witnesses",
  ]);
});

const ELSEWHERE = { databaseUrl: "postgresql://elsewhere/it" };
const NO_RAFFLES = { newestRaffle: null, siteKey: null };
const cases: readonly [string, Partial<Facts>, readonly RegExp[]][] = [
  [
    "a misspelt setting",
    { misspelt: [{ name: "SMPT_URL", meant: "SMTP_URL" }] },
    [/^warning Settings: SMPT_URL .+ SMTP_URL/],
  ],
  ["a killed restore", { leftovers: ["/data/restoring-1-a"] }, [/^warning Disk: \/data\/restoring-1-a .+ delete it/]],
  ["a stopped site", { site: "nothing" }, [/^warning Site: No site answers/]],
  ["a site that waits", { site: "not ready" }, [/^problem Site: .+ not ready/]],
  ["a site with a full disk", { site: "full" }, [/^problem Site: .+ disk is full: make room/]],
  ["a taken port", { site: "another program" }, [/^problem Site: Another program/]],
  ["an old Node", { node: "22.9.0" }, [/^problem Versions: Node is 22/]],
  ["a database that is away", { database: refuse("It is away.") }, [/^problem Database: It is away\.$/]],
  [
    "a newer database",
    database({ pending: refuse("It is newer."), content: undefined }),
    [/^problem Database: It is n/],
  ],
  [
    "pending migrations",
    database({ pending: accept(["070-a.sql"]), content: undefined }),
    [/^warning Database: 1 migration waits: start/],
  ],
  [
    "a database of a newer version",
    database({ newer: ["999-a.sql"] }),
    [/^warning Database: A newer version .+999-a\.sql/],
  ],
  [
    "a server that compiles queries",
    { ...settings(ELSEWHERE), ...database({ compiles: true }) },
    [/^warning Database: .+ jit = off/],
  ],
  ["room for eight workers", settings({ ...ELSEWHERE, workers: 8 }), []],
  [
    "no room for all workers",
    settings({ ...ELSEWHERE, workers: 16 }),
    [/^warning Database: .+ 97 connections, and WORKERS 16 needs 158: raise max_connections/],
  ],
  ["the bundled server's own settings", database({ compiles: true, connections: 1 }), []],
  ["a clock behind", { relayAheadMs: 61_000 }, [/^problem Clock: .+ 61 s behind the network's: switch on/]],
  ["a clock ahead", { relayAheadMs: -6_000 }, [/^warning Clock: .+ 6 s ahead of the network's/]],
  ["no relay", { relayAheadMs: undefined }, [/^warning Clock: No relay/]],
  ["two clocks", database({ aheadMs: 5_000 }), [/^warning Clock: .+ 5 s behind the database's/]],
  ["a clock set back", content({ newestRaffle: hoursAgo(-1) }), [/^problem Clock: .+ set back/]],
  ["a full disk", { dataDisk: disk(0.9) }, [/^problem Disk: Only 0\.9 GiB are free for DATA_DIR/]],
  ["a nearly full disk", { dataDisk: disk(2.9) }, [/^warning Disk: Only 2\.9 GiB/]],
  [
    "a full disk beside a database elsewhere",
    { ...settings(ELSEWHERE), dataDisk: disk(0.9) },
    [/^warning Disk: Only 0\.9 GiB/],
  ],
  ["a disk for no more backups", { backupDisk: disk(0.9, true, "/backups") }, [/^warning Disk: .+ BACKUP_DIR/]],
  [
    "a closed backup folder",
    { backupDisk: disk(9, false, "/backups") },
    [/^problem Disk: You may not write .+BACKUP_DIR/],
  ],
  ["an unplugged backup disk", { backupDisk: disk(9, true, "/") }, [/^warning Disk: BACKUP_DIR is not there/]],
  ["a folder of another user", { dataDisk: disk(9, false) }, [/^problem Disk: You may not write \/disk/]],
  ["a lost secret", { secret: accept({ kind: "absent" }) }, [/^problem Secret: There are raffles and no secret/]],
  ["a damaged secret", { secret: accept({ ...FILE, whole: false }) }, [/^problem Secret: .+ damaged/]],
  ["a readable secret", { secret: accept({ ...FILE, mode: 0o100640 }) }, [/^problem Secret: Others .+ chmod 600/]],
  ["another secret", { siteKey: "cd" }, [/^problem Secret: .+ not the one of this database/]],
  [
    "a secret made just now",
    { ...content({ siteKey: null }), secret: accept({ ...FILE, madeAt: NOW }) },
    [/^warning Secret: .+ newer than every raffle/],
  ],
  ["a new site", { ...content(NO_RAFFLES), secret: accept({ kind: "absent" }) }, []],
  ["https and no proxy", settings({ trustProxy: 0 }), [/^problem Proxy: ORIGIN is https and TRUST_PROXY 0/]],
  ["plain http", settings({ origin: "http://raffles.suki.ph" }), [/^warning Proxy: ORIGIN is http,/]],
  [
    "a proxy before localhost",
    settings({ origin: "http://localhost:3000" }),
    [/^warning Proxy: .+ leads others nowhere/],
  ],
  ["a trial", settings({ origin: "http://localhost:3000", trustProxy: 0 }), []],
  ["no limits", settings({ rateLimits: false }), [/^problem Proxy: RATE_LIMITS is off/]],
  ["no mail server", { ...mails({ held: 2 }), mailServer: undefined }, [/^warning Mail: .+ \(2 mails held back\)/]],
  ["a closed mail server", { mailServer: refuse("EAUTH 535") }, [/^problem Mail: .+ \(EAUTH 535\)/]],
  [
    "nobody's sender",
    settings({ mailFrom: { name: "A", address: "a@mail.Example.com" } }),
    [/^problem Mail: MAIL_FROM ends with mail\.example\.com/],
  ],
  ["no witness", settings({ witnesses: [] }), []],
  ["a witness that was never met", content({ witnesses: [] }), [/^warning Witnesses: https:\/\/bakery\.ph was not/]],
  [
    "a witness that saw another log",
    content({ witnesses: [{ url: "https://bakery.ph", askedAt: hoursAgo(1), failure: "it answers 422" }] }),
    [/^problem Witnesses: https:\/\/bakery\.ph does not cosign the log \(it answers 422\)/],
  ],
  ["failed mails", mails({ failed: 1 }), [/^warning Mail: 1 mail of the last seven days failed/]],
  [
    "a full day of mails",
    mails({ deferred: 12 }),
    [/^warning Mail: 12 mails wait for another day, by MAIL_PER_DAY \(10000\) or by a raffle/],
  ],
  ["a mail that waits", mails({ waitingSince: hoursAgo(3) }), [/^warning Mail: A mail has waited for 3 hours/]],
  ["no backups", settings({ backupDir: undefined }), [/^warning Backup: No backup is made/]],
  ["no backup yet", { newestBackup: undefined }, [/^warning Backup: BACKUP_DIR has no backup yet/]],
  [
    "no backup, and no way to write one",
    { newestBackup: undefined, backupDisk: disk(9, false, "/backups") },
    [/^problem Disk/, /^warning Backup: .+ takes none/],
  ],
  ["a missed backup", { newestBackup: hoursAgo(31) }, [/^warning Backup: .+ 31 hours old/]],
  ["missed backups", { newestBackup: hoursAgo(73) }, [/^problem Backup: .+ 73 hours old/]],
];

test.for(cases)("%s is found, and nothing else", ([, facts, expected]) => {
  expect(found(facts)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});
