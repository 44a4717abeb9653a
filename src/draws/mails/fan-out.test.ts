import { beforeEach, describe, expect, test } from "vitest";
import { connectDatabase } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { TestRaffle } from "../../../tests/support/api.ts";
import { BATCH, drawMailsOf, once, people } from "../../../tests/support/draw-mails.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { countLeftOut, drawMailFanOut } from "./fan-out.ts";

const api = await openTestApi();
const { db, pool, connectionString } = api.database;
const { enterAll, lock, outbox, fill } = drawMailsOf(api);

beforeEach(() =>
  pool.query("delete from draw_mailings; delete from mails; update site_settings set mail_typed = 'never'"),
);

describe("the outbox is filled once for each entrant", () => {
  test("although a process ends in a batch or between two", async () => {
    const raffle = await api.createRaffle();
    const emails = people(3 * BATCH + 2);
    await enterAll(raffle, emails);
    await lock(raffle);
    await inTransaction(db, drawMailFanOut({ entriesPerBatch: BATCH }));
    const killed = inTransaction(db, async (tx) => {
      await drawMailFanOut({ entriesPerBatch: BATCH })(tx);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(Object.keys(await outbox())).toHaveLength(BATCH);
    await fill();
    expect(await outbox()).toEqual(once(emails));

    // The control: progress that was lost would be noticed.
    await pool.query("update draw_mailings set state = 'filling', reached_entry_id = null");
    await fill();
    expect(await outbox()).not.toEqual(once(emails));
  });

  test("however many processes fill it", async () => {
    const raffle = await api.createRaffle();
    const another = await api.createRaffle();
    const [emails, others] = [people(4 * BATCH), people(BATCH)];
    await Promise.all([enterAll(raffle, emails), enterAll(another, others)]);
    await Promise.all([lock(raffle), lock(another)]);
    const processes = [1, 2, 3].map(() => connectDatabase({ connectionString }));
    const unfilled = async () => (await pool.query("select from draw_mailings where state <> 'filled'")).rowCount;
    await Promise.all(
      processes.map(async ({ db: own }) => {
        while ((await unfilled()) !== 0) await inTransaction(own, drawMailFanOut({ entriesPerBatch: BATCH }));
      }),
    );
    await Promise.all(processes.map((one) => one.close()));
    expect(await outbox()).toEqual(once([...emails, ...others]));
  });

  test("a small raffle does not wait for a large one, nor a lock for a plan", async () => {
    const [large, small] = [await api.createRaffle(), await api.createRaffle()];
    const [many, few] = [people(5 * BATCH), people(2)];
    await enterAll(large, many);
    await enterAll(small, few);
    await lock(large);
    await inTransaction(db, drawMailFanOut({ entriesPerBatch: BATCH }));
    await lock(small);
    await inTransaction(db, drawMailFanOut({ entriesPerBatch: BATCH }));
    expect(await outbox()).toMatchObject(once(few));
  });

  /** 601 people, of whom 600 are there without a visit to the site. */
  async function enterMany(onPaper: boolean): Promise<TestRaffle> {
    const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
    await api.enter(raffle);
    await pool.query(
      `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
         terms_accepted_at, submission_hash, network_hash)
       select $1, gen_random_uuid(), translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHIJKLMNOP'), 'A', 'B',
         'C', '+63918' || n, '+63918' || lpad(n::text, 7, '0'), 'b' || n || '@example.com', 'b' || n || '@example.com', now(),
         sha256(('b' || n)::bytea), case when $2 then null else '\\x0000000000000000'::bytea end from generate_series(1, 600) as n`,
      [raffle.id, onPaper],
    );
    return raffle;
  }

  test("of people on paper no more than 500, whose addresses somebody else typed", async () => {
    await pool.query("update site_settings set mail_typed = 'all'");
    const raffle = await enterMany(true);
    await lock(raffle);
    for (let sent = 0; sent < 601; sent += 200) {
      await fill(drawMailFanOut({ entriesPerBatch: 100 }));
      await pool.query("update mails set attempts = 1, state = 'sent'");
    }
    expect(Object.keys(await outbox())).toHaveLength(501);
    expect(await countLeftOut(db, await organiserScope(api.site, raffle))).toBe(100);

    // The control: those who typed their own are mailed, all of them.
    await pool.query("delete from mails");
    await pool.query("update entries set network_hash = '\\x0000000000000000' where raffle_id = $1", [raffle.id]);
    await pool.query(
      "update draw_mailings set state = 'filling', reached_entry_id = null, from_paper = 0, left_out = 0",
    );
    for (let sent = 0; sent < 601; sent += 200) {
      await fill(drawMailFanOut({ entriesPerBatch: 100 }));
      await pool.query("update mails set attempts = 1, state = 'sent'");
    }
    expect(Object.keys(await outbox())).toHaveLength(601);
    expect(await countLeftOut(db, await organiserScope(api.site, raffle))).toBe(0);
  });

  test("of people on paper nobody, unless an admin allows it", async () => {
    const raffle = await enterMany(true);
    await lock(raffle);
    await fill(drawMailFanOut({ entriesPerBatch: 100 }));
    expect(Object.keys(await outbox())).toHaveLength(1);
    expect(await countLeftOut(db, await organiserScope(api.site, raffle))).toBe(600);
  });

  test("waits while enough of it is not sent yet", async () => {
    const raffle = await enterMany(false);
    await lock(raffle);
    await fill(drawMailFanOut({ entriesPerBatch: 100 }));
    expect(Object.keys(await outbox())).toHaveLength(200);
    await pool.query("update mails set attempts = 1, state = 'sent'");
    await fill(drawMailFanOut({ entriesPerBatch: 100 }));
    expect(Object.keys(await outbox())).toHaveLength(400);
  });
});
