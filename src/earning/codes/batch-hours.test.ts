import { expect, test } from "vitest";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { countByHour, makeBatch } from "./batches.ts";

const { database, site, ...api } = await openTestApi();
const { db, pool } = database;

test("each batch shows the newest hours in which its own codes were used", async () => {
  const raffle = await api.createRaffle({ rules: [{ details: "Buy for ₱500", drops: 2, proof: "code" }] });
  const scope = await organiserScope(site, raffle);
  /** A batch with a code used in each of these hours. */
  async function usedBatch(name: string, newest: number, hours: number): Promise<string> {
    const made = await makeBatch(site, scope, { name, ruleId: raffle.rules[0]?.id ?? "", codes: hours });
    if (!made.ok) throw new Error(made.refusal.reason);
    await pool.query(
      `insert into drop_codes (raffle_id, code_hash, batch_id, entry_id, used_at)
       select $1, sha256(gen_random_uuid()::text::bytea), $2, gen_random_uuid(), now() - hours * interval '1 hour'
       from generate_series($3::int, $3::int + $4::int - 1) as hours`,
      [raffle.id, made.value.id, newest, hours],
    );
    return made.value.id;
  }
  const old = await usedBatch("Last week", 150, 2);
  const busy = await usedBatch("This week", 0, 60);
  const hours = await countByHour(db, scope);
  expect(hours.filter(({ batchId }) => batchId === old)).toMatchObject([{ used: 1 }, { used: 1 }]);
  const shown = hours.filter(({ batchId }) => batchId === busy);
  expect(shown).toHaveLength(48);
  expect(shown[0]?.hour.getTime()).toBeGreaterThan(Date.now() - 2 * 3_600_000);
});
