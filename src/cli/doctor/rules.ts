import { resolve } from "node:path";
import { LITTLE_ROOM } from "#src/app/free-room.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#src/base/clock.ts";
import { isLoopback } from "#src/config/loopback.ts";
import { describeMisspelling } from "#src/config/setting-names.ts";
import { connectionsOfAll } from "../workers.ts";
import type { DatabaseFacts, Disk, Facts } from "./facts.ts";
import { count, type Finding, type Found, ok, problem, warning } from "./findings.ts";

/** What people notice: an entry a minute after the close, or a draw that waits. Relays report whole seconds. */
const CLOCK_OFF = { warning: 5 * SECOND_MS, problem: MINUTE_MS } as const;

const GIB = 2 ** 30;

/** A night, and the three retries of a backup that fails at first. */
const BACKUP_LATE = { warning: 30 * HOUR_MS, problem: 72 * HOUR_MS } as const;

/** Most mails leave in seconds; retries are up to four hours apart (src/mail/delivery.ts). */
const MAIL_LATE_MS = HOUR_MS;

/** As in scripts/need-node.mjs. */
const OLDEST_NODE = 24;

/** Names that belong to nobody (RFC 2606 and RFC 6761): no mail server takes mails from them. */
const NOBODYS = /(^|[.@])(example\.(com|net|org)|example|test|invalid|localhost)$/;

/** What others than the owner may do with a file. */
const FOR_OTHERS = 0o077;

/** Judges a site. Each topic has one finding or several, always in the same order. */
export function diagnose(facts: Facts): Finding[] {
  const rules: readonly [string, (facts: Facts) => Found[]][] = [
    ["Site", judgeSite],
    ["Settings", judgeSettings],
    ["Versions", judgeVersions],
    ["Database", judgeDatabase],
    ["Clock", judgeClock],
    ["Disk", judgeDisks],
    ["Secret", judgeSecret],
    ["Proxy", judgeProxy],
    ["Mail", judgeMail],
    ["Backup", judgeBackup],
    ["Witnesses", judgeWitnesses],
  ];
  return rules.flatMap(([topic, rule]) => rule(facts).map((found) => ({ ...found, topic })));
}

function judgeSite({ site }: Facts): Found[] {
  if (site === "ready") return [ok("The site answers, and reaches its database.")];
  if (site === "full") {
    return [
      problem("The site takes nothing, for its database's disk is full: make room (docs/operations-emergency.md)."),
    ];
  }
  if (site === "not ready") return [problem("The site is started and not ready: read its log for the reason.")];
  return site === "nothing"
    ? [warning("No site answers on PORT: start it, or call the doctor with the site's PORT.")]
    : [problem("Another program answers on PORT: stop it, or give the site another PORT.")];
}

function judgeSettings({ misspelt }: Facts): Found[] {
  if (misspelt.length === 0) return [ok("No variable is spelt nearly like a setting.")];
  return misspelt.map((one) => warning(describeMisspelling(one)));
}

function judgeVersions({ program, node, database }: Facts): Found[] {
  const findings: Found[] = [ok(`Tambiolo is ${program}.`)];
  if (Number.parseInt(node, 10) >= OLDEST_NODE) findings.push(ok(`Node is ${node}.`));
  else findings.push(problem(`Node is ${node}: install ${OLDEST_NODE} or newer.`));
  if (database.ok) findings.push(ok(`PostgreSQL is ${database.value.version}.`));
  return findings;
}

function judgeDatabase({ database, settings }: Facts): Found[] {
  if (!database.ok) return [problem(database.refusal)];
  return [...judgeSchema(database.value), ...(settings.databaseUrl ? judgeServer(database.value, settings) : [])];
}

function judgeSchema({ pending, newer }: DatabaseFacts): Found[] {
  if (!pending.ok) return [problem(pending.refusal)];
  const { length } = pending.value;
  if (length === 0 && newer.length > 0) {
    return [warning(`A newer version has changed the database (${newer.join(", ")}): upgrade this site too.`)];
  }
  if (length === 0) return [ok("The database is up to date.")];
  return [warning(`${count(length, "migration")} ${length === 1 ? "waits" : "wait"}: start the site to apply them.`)];
}

/** Settings of the operator's own server, as docs/operations.md asks for; the bundled one has them. */
function judgeServer({ compiles, connections }: DatabaseFacts, { workers }: Facts["settings"]): Found[] {
  const findings: Found[] = [];
  if (compiles) {
    findings.push(warning("PostgreSQL compiles queries, for longer than it reads: alter database ... set jit = off."));
  }
  const needed = connectionsOfAll(workers);
  if (connections < needed) {
    const room = `PostgreSQL lets the site open ${count(connections, "connection")}`;
    findings.push(warning(`${room}, and WORKERS ${workers} needs ${needed}: raise max_connections, or lower WORKERS.`));
  }
  return findings;
}

function judgeClock({ now, relayAheadMs, database }: Facts): Found[] {
  const findings: Found[] = [];
  if (relayAheadMs === undefined) {
    findings.push(
      warning("No relay of BEACON_URLS answers: let this machine reach one by https, because draws wait for it."),
    );
  } else {
    findings.push(
      judgeOffset(relayAheadMs, "the network's", "switch on time synchronisation (timedatectl set-ntp true)"),
    );
  }
  if (!database.ok) return findings;
  const { aheadMs, content } = database.value;
  findings.push(judgeOffset(aheadMs, "the database's", "synchronise the clocks of both machines"));
  const newest = content?.newestRaffle;
  if (newest && newest.getTime() - now.getTime() > CLOCK_OFF.problem) {
    findings.push(problem("A raffle was made after this machine's time: the clock was set back, so set it right."));
  }
  return findings;
}

function judgeOffset(aheadMs: number, whose: string, next: string): Found {
  const off = Math.abs(aheadMs);
  if (off < CLOCK_OFF.warning) return ok(`This machine's clock agrees with ${whose}.`);
  const seconds = Math.round(off / SECOND_MS);
  const says = `This machine's clock is ${seconds} s ${aheadMs > 0 ? "behind" : "ahead of"} ${whose}: ${next}.`;
  return off < CLOCK_OFF.problem ? warning(says) : problem(says);
}

function judgeDisks({ settings, dataDisk, backupDisk, leftovers }: Facts): Found[] {
  // A database elsewhere leaves DATA_DIR with a few small files.
  const findings = judgeDisk("DATA_DIR", dataDisk, settings.databaseUrl === undefined);
  for (const folder of leftovers) {
    findings.push(
      warning(
        `${folder} was left by a restore that was killed, and holds everybody's names: start the site, or delete it.`,
      ),
    );
  }
  if (!backupDisk) return findings;
  if (settings.backupDir !== undefined && resolve(settings.backupDir) !== resolve(backupDisk.folder)) {
    findings.push(
      warning(`BACKUP_DIR is not there: mount its disk, or the start makes it on the disk of ${backupDisk.folder}.`),
    );
  }
  return [...findings, ...judgeDisk("BACKUP_DIR", backupDisk, false)];
}

function judgeDisk(setting: string, { folder, freeBytes, writable }: Disk, holdsDatabase: boolean): Found[] {
  const free = `${(freeBytes / GIB).toFixed(1)} GiB are free for ${setting}`;
  const next = "make room or move it to a larger disk";
  const findings: Found[] = [];
  if (holdsDatabase && freeBytes < LITTLE_ROOM.problem) findings.push(problem(`Only ${free}: ${next}.`));
  else if (freeBytes < (holdsDatabase ? LITTLE_ROOM.warning : LITTLE_ROOM.problem))
    findings.push(warning(`Only ${free}: ${next}.`));
  else findings.push(ok(`${free}.`));
  if (!writable) {
    findings.push(
      problem(`You may not write ${folder} (${setting}): call the doctor as the site's user, or give it the folder.`),
    );
  }
  return findings;
}

function judgeSecret({ secret, siteKey, database }: Facts): Found[] {
  if (!secret.ok) return [problem(secret.refusal)];
  const state = secret.value;
  const content = database.ok ? database.value.content : undefined;
  const back = "put back the one that belongs to this database";
  if (state.kind === "absent") {
    return content?.newestRaffle
      ? [problem(`There are raffles and no secret, so no access code will open anything: ${back}, or set SECRET.`)]
      : [ok("There is no secret yet: the first start makes it.")];
  }
  const findings: Found[] = [];
  if (state.kind === "file" && !state.whole) {
    findings.push(problem("DATA_DIR/secret is damaged: put it back from a backup."));
  } else if (content?.siteKey && content.newestRaffle && content.siteKey !== siteKey) {
    findings.push(problem(`The secret is not the one of this database, so no access code opens anything: ${back}.`));
  } else if (
    state.kind === "file" &&
    !content?.siteKey &&
    content?.newestRaffle &&
    state.madeAt > content.newestRaffle
  ) {
    findings.push(warning(`The secret's file is newer than every raffle: unless a restore wrote it, ${back}.`));
  }
  if (state.kind === "file" && (state.mode & FOR_OTHERS) !== 0) {
    findings.push(problem("Others on this machine may read DATA_DIR/secret: chmod 600 it."));
  }
  return findings.length > 0 ? findings : [ok("The secret is there, and for the site alone.")];
}

function judgeProxy({ settings }: Facts): Found[] {
  const { origin, host, trustProxy, rateLimits } = settings;
  const isHttps = origin.startsWith("https:");
  const isHere = isLoopback(new URL(origin));
  const findings: Found[] = [];
  if (isHttps && trustProxy === 0) {
    findings.push(
      problem("ORIGIN is https and TRUST_PROXY 0, so all visitors count as one: set it to the number of proxies."),
    );
  } else if (isHere && (trustProxy > 0 || host !== "127.0.0.1")) {
    findings.push(warning(`ORIGIN is ${origin}, which leads others nowhere: set it to the address that people type.`));
  } else if (!isHttps && !isHere) {
    findings.push(
      warning(
        "ORIGIN is http, so codes and passwords can be read on the way: end https in a proxy (see docs/operations.md).",
      ),
    );
  }
  if (!rateLimits) findings.push(problem("RATE_LIMITS is off, so anybody can guess codes: remove it."));
  return findings.length > 0 ? findings : [ok("ORIGIN and TRUST_PROXY fit each other.")];
}

/** Who looks after the log from outside. */
function judgeWitnesses({ settings, database }: Facts): Found[] {
  const { witnesses } = settings;
  if (witnesses.length === 0) {
    return [ok("The log has no witness. With WITNESSES, another site can say that all people see the same lists.")];
  }
  const content = database.ok ? database.value.content : undefined;
  if (!content) return [];
  return witnesses.map((url) => {
    const witness = content.witnesses.find((one) => one.url === url);
    if (!witness)
      return warning(`${url} was not reached yet: see that it runs, and that its WITNESSES names this site.`);
    return witness.failure === null
      ? ok(`${url} cosigns the log.`)
      : problem(`${url} does not cosign the log (${witness.failure}): ask its operator, before people do.`);
  });
}

function judgeMail({ settings, mailServer, database, now }: Facts): Found[] {
  const content = database.ok ? database.value.content : undefined;
  if (!mailServer) {
    const held = content?.mails.held ? ` (${count(content.mails.held, "mail")} held back)` : "";
    return [warning(`No mails are sent${held}: set SMTP_URL and MAIL_FROM.`)];
  }
  const findings: Found[] = [];
  if (mailServer.ok) findings.push(ok("The mail server of SMTP_URL lets the site in."));
  else
    findings.push(
      problem(`The mail server of SMTP_URL does not (${mailServer.refusal}): check address, user and password.`),
    );
  const domain = settings.mailFrom?.address.split("@").at(-1)?.toLowerCase() ?? "";
  if (NOBODYS.test(domain)) {
    findings.push(problem(`MAIL_FROM ends with ${domain}, which is nobody's: set it to an address of yours.`));
  }
  if (!content) return findings;
  const { failed, deferred, waitingSince } = content.mails;
  if (deferred > 0) {
    const wait = `${count(deferred, "mail")} ${deferred === 1 ? "waits" : "wait"} for another day`;
    const limit = `by MAIL_PER_DAY (${settings.mailPerDay}) or by a raffle's own limit`;
    findings.push(
      warning(`${wait}, ${limit}. /admin/mails lists them; raise the first if your mail server takes more.`),
    );
  }
  if (failed > 0) {
    findings.push(
      warning(`${count(failed, "mail")} of the last seven days failed: /admin/mails says why, and sends again.`),
    );
  }
  const waited = waitingSince ? now.getTime() - waitingSince.getTime() : 0;
  if (waited > MAIL_LATE_MS) {
    findings.push(
      warning(
        `A mail has waited for ${count(Math.floor(waited / HOUR_MS), "hour")}: see that the site runs, and /admin/mails.`,
      ),
    );
  }
  return findings;
}

function judgeBackup({ settings, backupDisk, newestBackup, now }: Facts): Found[] {
  if (settings.backupDir === undefined) return [warning("No backup is made each night: set BACKUP_DIR.")];
  if (!newestBackup && backupDisk?.writable === false) return [warning("BACKUP_DIR has no backup, and takes none.")];
  if (!newestBackup) return [warning("BACKUP_DIR has no backup yet: one is made at 2:30, or see /admin/jobs.")];
  const age = now.getTime() - newestBackup.getTime();
  const says = `The newest backup is ${count(Math.floor(age / HOUR_MS), "hour")} old`;
  if (age < BACKUP_LATE.warning) return [ok(`${says}.`)];
  const late = `${says}: see that the site runs, and /admin/jobs.`;
  return [age < BACKUP_LATE.problem ? warning(late) : problem(late)];
}
