import type pg from "pg";
import { expect, test } from "vitest";
import { asOrganiser, entryBody, raffleBody, type TestRaffle } from "../../tests/support/api.ts";
import { askSite, type Created, created } from "../../tests/support/ask-site.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { closeAfterEach, killSite, untilHeldUp } from "../../tests/support/killed-sites.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";

/** Where a redemption can be held up, by what another transaction holds. */
const STEPS = {
  "before it holds the entry": "select from entries for update",
  "when the code is used, and the ledger has nothing": "lock table earned_drops in exclusive mode",
} as const;

const { closing, connect } = closeAfterEach();

/** A raffle with a rule that a code proves, an entry, and a code of a till. */
async function prepare({ origin }: SiteProcess) {
  const rules = [{ details: "Buy for ₱500", drops: 2, proof: "code", maxTimes: 3 }];
  const ask = askSite(origin);
  const { codeId, accessCode } = await created(origin, "/raffles", raffleBody({ rules }));
  const [rule] = ((await ask("GET", `/raffles/${codeId}`)).body as TestRaffle).rules;
  const headers = asOrganiser(codeId, accessCode);
  const batches = `/raffles/${codeId}/code-batches`;
  const made = await ask("POST", batches, { name: "Till", kind: "till", ruleId: rule?.id }, headers);
  const till = await ask("POST", `${batches}/${(made.body as Created).id}/codes`, { key: "R-1" }, headers);
  const { entryCode } = await created(origin, `/raffles/${codeId}/entries`, entryBody());
  return { entryCode, code: (till.body as Created).code };
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
  const watcher = await connect(database.connectionString);
  let site = await start();
  for (const statement of Object.values(STEPS)) {
    const { entryCode, code } = await prepare(site);
    const redeem = () => askSite(site.origin)("POST", `/entries/${entryCode}/codes`, { code });
    const client = await connect(database.connectionString);
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
