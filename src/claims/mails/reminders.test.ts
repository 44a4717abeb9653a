import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#src/base/clock.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { claimReminders } from "./reminders.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { draw, outbox } = drawnClaimsOf(api);
const { db, pool } = api.database;

beforeEach(() => pool.query("delete from claims; delete from mails"));

describe("winners who have not claimed", () => {
  const remind = async (at: Date) => {
    const source = claimReminders(() => at, 2);
    let reminded = 0;
    for (let more = -1; more !== 0; reminded += more) more = await inTransaction(db, (tx) => source(tx));
    return reminded;
  };

  test("are reminded after half of their time and three days before its end, once each", async () => {
    const raffle = await draw({ claimDays: 14 });
    await pool.query("delete from mails");
    const [{ heldSince, claimBy } = { heldSince: new Date(), claimBy: new Date() }] = raffle.claims;
    const half = (heldSince.getTime() + claimBy.getTime()) / 2;
    expect(await remind(new Date(half - 1000))).toBe(0);
    expect(await remind(new Date(half))).toBe(3);
    expect(await remind(new Date(half + 1000))).toBe(0);
    const all = raffle.winners.map((email) => `claim-reminder ${email}`).toSorted();
    expect(await outbox()).toEqual(all);
    await pool.query("update mails set state = 'sent'");
    await pool.query("update claims set claimed_at = now(), voucher_code = 'A123456789' where id = $1", [
      raffle.claims[0]?.id,
    ]);
    await pool.query("update claims set declined_at = now() where id = $1", [raffle.claims[1]?.id]);
    expect(await remind(new Date(claimBy.getTime() - 3 * DAY_MS - 1000))).toBe(0);
    expect(await remind(new Date(claimBy.getTime() - 3 * DAY_MS))).toBe(1);
    expect(await remind(new Date(claimBy.getTime() - 3 * DAY_MS + 1000))).toBe(0);
    expect(await outbox()).toEqual([`claim-reminder ${raffle.winners[2]}`]);
  });

  test.each([
    [3, []],
    [5, [2]],
    [6, [3]],
    [7, [3.5, 4]],
  ])("with %d days are reminded on the days %j", async (claimDays, days) => {
    const raffle = await draw({ claimDays });
    const since = raffle.claims[0]?.heldSince.getTime() ?? 0;
    const reminded: number[] = [];
    for (let day = 0; day <= claimDays; day += 0.5) {
      if ((await remind(new Date(since + day * DAY_MS))) > 0) reminded.push(day);
    }
    expect(reminded).toEqual(days);
  });

  test("are reminded once, however many processes remind them", async () => {
    const raffle = await draw({ claimDays: 14 });
    await pool.query("delete from mails");
    const at = new Date((raffle.claims[0]?.claimBy.getTime() ?? 0) - DAY_MS);
    expect((await Promise.all([remind(at), remind(at), remind(at)])).reduce((sum, one) => sum + one)).toBe(3);
    expect(await outbox()).toHaveLength(3);
  });
});
