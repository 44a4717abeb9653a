import type pg from "pg";
import { afterEach, expect, test } from "vitest";
import { entryBody, raffleBody } from "../../tests/support/api.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { connectMortal, killSite, untilHeldUp } from "../../tests/support/killed-sites.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";

/** Where a redemption can be held up, by what another transaction holds. */
const STEPS = {
  "before it holds the entry": "select from entries for update",
  "when the code is used, and the ledger has nothing": "lock table earned_drops in exclusive mode",
} as const;

let closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

type Asked = { readonly status: number; readonly body: Record<string, unknown> };

async function ask({ origin }: SiteProcess, path: string, body: unknown, headers = {}): Promise<Asked> {
  const sent = { "content-type": "application/json", ...headers };
  const answer = await fetch(`${origin}/api${path}`, { method: "POST", headers: sent, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** A raffle with a rule that a code proves, an entry, and a code of a till. */
async function prepare(site: SiteProcess) {
  const rules = [{ details: "Buy for ₱500", drops: 2, proof: "code", maxTimes: 3 }];
  const { body } = await ask(site, "/raffles", raffleBody({ rules }));
  const { codeId, accessCode } = body as { codeId: string; accessCode: string };
  const read = (await (await fetch(`${site.origin}/api/raffles/${codeId}`)).json()) as { rules: { id: string }[] };
  const [rule] = read.rules;
  const headers = { authorization: `Basic ${Buffer.from(`${codeId}:${accessCode}`).toString("base64")}` };
  const batches = `/raffles/${codeId}/code-batches`;
  const made = await ask(site, batches, { name: "Till", kind: "till", ruleId: rule?.id }, headers);
  const till = await ask(site, `${batches}/${made.body.id}/codes`, { key: "R-1" }, headers);
  const entry = await ask(site, `/raffles/${codeId}/entries`, entryBody());
  return { entryCode: String(entry.body.entryCode), code: till.body.code };
}

async function stored(client: pg.Client, entryCode: string) {
  const { rows } = await client.query(
    `select earned_rows as rows, (select count(*)::int from drop_codes where entry_id = entries.id) as used,
       (select coalesce(sum(drops), 0)::int from earned_drops where entry_id = entries.id) as drops
     from entries where entry_code = $1`,
    [entryCode],
  );
  return rows[0];
}

const NOTHING = { rows: 0, used: 0, drops: 0 };
const ONCE = { rows: 1, used: 1, drops: 2 };

test("a redemption is whole or not there after its site is killed with -9 at each step, and its retry counts once", async () => {
  const database = await createTestDatabase();
  closing.push(() => database.close());
  const env = {
    RATE_LIMITS: "off",
    SECRET: "the secret of sites that are killed with -9",
    DATABASE_URL: database.connectionString,
  };
  const start = async () => {
    const started = await startSite({ env });
    closing.push(() => started.stop());
    return started;
  };
  const connect = async () => {
    const client = await connectMortal(database.connectionString);
    closing.push(() => client.end().catch(() => undefined));
    return client;
  };
  const watcher = await connect();
  let site = await start();
  for (const statement of Object.values(STEPS)) {
    const { entryCode, code } = await prepare(site);
    const redeem = () => ask(site, `/entries/${entryCode}/codes`, { code });
    const client = await connect();
    await client.query("begin");
    await client.query(statement);
    // Nobody answers it.
    void redeem().catch(() => undefined);
    await untilHeldUp(watcher);
    await killSite(site);
    await client.query("rollback");
    site = await start();
    expect(await stored(watcher, entryCode)).toEqual(NOTHING);
    // The first answer may be lost: the retry gets the same.
    for (const _ of ["once", "again"]) {
      expect(await redeem()).toEqual({ status: 200, body: { drops: 2, rule: "Buy for ₱500" } });
      expect(await stored(watcher, entryCode)).toEqual(ONCE);
    }
  }
});
