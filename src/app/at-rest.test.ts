import pg from "pg";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { startBackground } from "./start-background.ts";

/** Each poll, by a part of the statement with which it looks for work. */
const LOOKS = [
  ...["receipt_requests", "entry_changes", "closing_reminders", "claim_news", "closed_mails", "draw_mailings"],
  ...["from claims", "from news", "from mails", "webhook_endpoints", "webhook_deliveries", `"publish_at"`, `"lock_at"`],
  ...["deleted_entries", "draw_locks", `"announced_at"`],
];

/** What the queue of jobs does in tables of its own. */
const OF_JOBS = /\bjobs\./;
const CHANGES_OR_LOCKS = /\bfor (no key )?(update|key share|share)\b|^\s*(with|insert|update|delete)\b/i;

/** The nightly cleanup runs at each start too. It is a job, and looks at more than is due. */
function isOfCleanup(): boolean {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  const { stack } = new Error("Which work sends it");
  Error.stackTraceLimit = limit;
  return stack?.includes("nightly-cleanup") ?? false;
}

function fail(error: unknown): never {
  throw error;
}

const { site, database } = await openTestApi({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "site@example.com" });

test("a site at rest changes and locks nothing", async () => {
  const { config, db, secret } = site;
  const sent: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function spied(this: pg.Client, ...args: unknown[]) {
    const [text] = args as [string | { text: string }];
    if (!isOfCleanup()) sent.push(typeof text === "string" ? text : text.text);
    return query.apply(this, args);
  } as never);
  const background = await startBackground(config, {
    accountOptions: {
      db,
      secret,
      origin: config.origin,
      productName: config.productName,
      sendsMail: true,
      onError: fail,
    },
    connectionString: database.connectionString,
    chain: QUICKNET,
    log: pino({ level: "silent" }),
  });
  await vi.waitFor(() => expect(LOOKS.filter((look) => !sent.some((text) => text.includes(look)))).toEqual([]), 60_000);
  await background.stop();
  expect(sent.filter((text) => CHANGES_OR_LOCKS.test(text) && !OF_JOBS.test(text))).toEqual([]);
});
