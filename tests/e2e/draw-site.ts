import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type BeaconRelay, startBeaconRelay } from "../support/beacon-relay.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { withDatabase } from "../support/server-access.ts";
import { CHEAP_PASSWORDS, type SiteProcess, startSite } from "../support/site.ts";
import { startTestServer } from "../support/test-server.ts";

export type DrawSite = {
  readonly site: SiteProcess;
  readonly relay: BeaconRelay;
  readonly mails: MailServer;
  readonly pool: pg.Pool;
  /** Starts the site anew at the same address, with a clock that is ahead by so many days. */
  goLater(days: number): Promise<void>;
};

/** A site that draws by a relay of its own and sends mail, on a database that the test reaches, while it is used. */
export async function withDrawSite(use: (site: DrawSite) => Promise<void>): Promise<void> {
  const { server, stop } = await startTestServer();
  const connectionString = withDatabase(server.connectionString, server.template);
  const [relay, mails] = [await startBeaconRelay(), await startMailServer()];
  const dataDir = await mkdtemp(join(tmpdir(), "tambiolo-site-"));
  const env = {
    DATABASE_URL: connectionString,
    SMTP_URL: mails.url,
    MAIL_FROM: "raffles@example.com",
    RATE_LIMITS: "off",
    ...CHEAP_PASSWORDS,
    ...relay.env,
  };
  let site = await startSite({ env, dataDir });
  const pool = new pg.Pool({ connectionString });
  // A pool ends before its connections are closed, and its database is dropped below.
  pool.on("error", () => undefined);
  await use({
    get site() {
      return site;
    },
    ...{ relay, mails, pool },
    async goLater(days) {
      const { port } = site;
      await site.stop();
      const program = ["--import", "./tests/support/later-clock.mjs", "src/cli/tambiolo.ts", "serve"];
      site = await startSite({ env: { ...env, LATER_DAYS: String(days) }, dataDir, port, program });
    },
  });
  await pool.end();
  await site.stop();
  await Promise.all([relay.close(), mails.close()]);
  await stop();
  await rm(dataDir, { recursive: true });
}
