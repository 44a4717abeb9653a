import { expect, test } from "vitest";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { eraseExpiredEntries } from "./retention.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { pool } = api.database;
const { draw } = drawnClaimsOf(api);

test("winners are found until their prize is theirs or nobody's any more, longer than all others of the raffle", async () => {
  const raffle = await draw();
  const [handed, open, overdue] = raffle.claims;
  await pool.query(
    `update raffles set draw_date = now() - interval '200 days', due_date = now() - interval '201 days',
       updated_at = now() - interval '8 days' where id = $1`,
    [raffle.id],
  );
  await pool.query("update claims set claim_by = now() + interval '1 day' where raffle_id = $1", [raffle.id]);
  const set = (values: string, id = "") => pool.query(`update claims set ${values} where id = $1`, [id]);
  await set(
    "claimed_at = now(), voucher_code = '0123456789', handed_over_at = now(), handed_over_by = 'x'",
    handed?.id,
  );
  const left = async () => {
    const { rows } = await pool.query("select email_key from entries where raffle_id = $1 order by 1", [raffle.id]);
    return rows.map((row) => row.email_key);
  };

  expect(await eraseExpiredEntries(api.site, 2)).toEqual({ raffles: 1, entries: 3 });
  expect(await left()).toEqual([open?.email, overdue?.email].toSorted());
  expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 0, entries: 0 });

  // Some days later.
  await pool.query("update entries set created_at = created_at - interval '90 days' where raffle_id = $1", [raffle.id]);
  await pool.query("update raffles set entries_erased_at = now() - interval '5 days' where id = $1", [raffle.id]);
  await set("claim_by = now() - interval '59 days'", overdue?.id);
  expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 0, entries: 0 });
  await set("claim_by = now() - interval '61 days'", overdue?.id);
  expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 0, entries: 1 });
  expect(await left()).toEqual([open?.email]);
  await set("declined_at = now(), declined_for = 'No'", open?.id);
  expect(await eraseExpiredEntries(api.site, 1)).toEqual({ raffles: 0, entries: 1 });
  const { rows } = await pool.query("select entries_erased from raffles where id = $1", [raffle.id]);
  expect([await left(), rows]).toEqual([[], [{ entries_erased: 5 }]]);
});
