import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { mailRenderers, startBackground } from "#src/app/start-background.ts";
import { newId } from "#src/base/ids.ts";
import { readConfig } from "#src/config/config.ts";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { LIST_LOCKED } from "#src/draws/mails/list-locked.ts";
import { QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { installJobs } from "#src/jobs/jobs.ts";
import { writeContent } from "#src/mail/mail-content.ts";
import type { Mail } from "#src/mail/schema.ts";
import { createTestApi } from "../tests/support/api.ts";
import { lockRaffle } from "../tests/support/locked-raffle.ts";
import { startDatabase } from "./databases.ts";
import { type Figure, timed } from "./measure.ts";

const ENTRIES = 20_000;
const COMPOSED = 4_000;
/** As many mails as the site composes at the same time. */
const AT_ONCE = 20;
const SENDING_S = 30;

/**
 * Locks a list of 20,000 and composes its mails; then sends them to a mail server on this machine, which keeps none.
 */
export async function measureLockMails(say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, stop } = await startDatabase();
  const installed = await installJobs(connectionString);
  if (!installed.ok) throw new Error(installed.refusal);
  const connection = connectDatabase({ connectionString });
  try {
    const { ask, site } = createTestApi(connection.db);
    say(`locking a list of ${ENTRIES}`);
    const { id } = await lockRaffle(ask, connection.pool, { entries: 0, enterAlso: ENTRIES });
    const composed = await measureComposing(connection.db, id, site.secret);
    say("sending");
    const sent = await measureSending(connection.db, connectionString, site.secret);
    return [
      { name: "mails about a lock composed", ours: composed.perSecond, unit: "mails/s" },
      { name: "processor time of the site for one", ours: composed.processor, unit: "ms" },
      { name: "the same sent, to a server on this machine", ours: sent, unit: "mails/s" },
    ];
  } finally {
    await connection.close();
    await stop();
  }
}

async function measureComposing(db: Database, raffleId: string, secret: Uint8Array) {
  const render = mailRenderers(configOf({}), accountOptionsOf(db, secret), QUICKNET)[LIST_LOCKED];
  const entries = await db.selectFrom("entries").select("id").where("raffleId", "=", raffleId).orderBy("id").execute();
  const waiting = entries.slice(0, COMPOSED).values();
  const work = async () => {
    for (const { id: entryId } of waiting) {
      const mail: Mail = { ...MAIL, id: newId(), raffleId, entryId };
      const message = await render?.(db, mail);
      if (!message) throw new Error("Nothing was composed.");
      await writeContent(mail, message, SENDER);
    }
  };
  const before = process.cpuUsage();
  const { ms } = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, work)));
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (COMPOSED / ms) * 1000, processor: (user + system) / COMPOSED / 1000 };
}

const MAIL = {
  ...({ kind: LIST_LOCKED, language: "en", state: "waiting", lastError: "", attempts: 1 } as const),
  ...{
    userId: null,
    newsId: null,
    mailingId: null,
    claimId: null,
    handedOverAt: null,
    sentAt: null,
    admittedAt: null,
    createdAt: new Date(),
  },
};
const SENDER = { from: { name: "Bench", address: "a@example.com" }, replyTo: undefined, origin: "http://localhost" };

async function measureSending(db: Database, connectionString: string, secret: Uint8Array): Promise<number> {
  const server = createServer(takeMails).listen(0, "127.0.0.1");
  await once(server, "listening");
  const config = configOf({
    SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MAIL_FROM: SENDER.from.address,
  });
  const background = await startBackground(config, {
    accountOptions: accountOptionsOf(db, secret),
    connectionString,
    chain: QUICKNET,
    log: pino({ level: "error" }),
  });
  const countSent = async () => {
    const { sent } = await db
      .selectFrom("mails")
      .select(({ fn }) => fn.countAll<number>().as("sent"))
      .where("state", "=", "sent")
      .executeTakeFirstOrThrow();
    return sent;
  };
  while ((await countSent()) === 0) await delay(100);
  const before = await countSent();
  const { ms, result } = await timed(async () => {
    await delay(SENDING_S * 1000);
    return countSent();
  });
  await background.stop();
  server.close();
  return ((result - before) / ms) * 1000;
}

function configOf(env: Record<string, string>) {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.refusal);
  return config.value;
}

function accountOptionsOf(db: Database, secret: Uint8Array) {
  const onError = (error: unknown) => {
    throw error;
  };
  return { db, secret, origin: SENDER.origin, productName: "Tambiolo", sendsMail: true, onError };
}

/** A mail server that takes every mail and keeps none: as little work as there can be. */
function takeMails(socket: Socket): void {
  let isContent = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.on("error", () => undefined);
  say("220 bench");
  createInterface({ input: socket }).on("line", (line) => {
    if (isContent) {
      if (line !== ".") return;
      isContent = false;
      say("250 2.0.0 taken");
    } else if (line === "DATA") {
      isContent = true;
      say("354 go on");
    } else if (line === "QUIT") {
      socket.end("221 bye\r\n");
    } else say("250 bench");
  });
}
