import { expect, test } from "vitest";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import { verifyDraw } from "../protocol/verify/verify.ts";
import { findDraw } from "../read.ts";
import { readListFile } from "./list-parts.ts";
import { lockList } from "./lock-list.ts";

const { database, site, ...api } = await openTestApi();
const { db, pool } = database;

test("a site that edits its database and signs another list is caught by an entrant's lock hash, and by nothing else", async () => {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  const [, wished] = [await api.enter(raffle), await api.enter(raffle)];
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  const scope = { raffleId: raffle.id, actor: "site" } as const;
  const outcome = await lockList({ ...site, chain: QUICKNET }, scope);
  const lockHash = outcome.ok ? outcome.value : "";
  const checked = async (hash?: string) => {
    const draw = await findDraw(db, raffle.id);
    const list = readListFile(db, raffle.id);
    const report = await verifyDraw({ transcript: draw?.published, list, lockHash: hash }, { now: Date.now() / 1000 });
    if (!report.ok) throw new Error("The draw is too large.");
    const { transcript, fixedBefore, checks } = report.value;
    return {
      transcript,
      fixedBefore,
      wrong: checks.filter(({ result }) => result.state === "wrong").map(({ name }) => name),
    };
  };
  expect(await checked(lockHash)).toEqual({ transcript: "not-drawn-yet", fixedBefore: "known", wrong: [] });

  // By hand, as only whoever has the database and the secret can.
  await pool.query(
    "delete from draw_mailings; delete from draw_list_parts; delete from draw_locks; update raffles set locked_at = null",
  );
  await pool.query("update entries set disqualified_for = 'A friend should win' where entry_code = $1", [wished]);
  expect(await lockList({ ...site, chain: QUICKNET }, scope)).toMatchObject({ ok: true });
  expect(await checked()).toEqual({ transcript: "not-drawn-yet", fixedBefore: "not-proven", wrong: [] });
  expect(await checked(lockHash)).toEqual({ transcript: "wrong", fixedBefore: "not-proven", wrong: ["lock-hash"] });
});

test("the database itself refuses a second lock of a raffle, and the deletion of a locked one", async () => {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  await api.enter(raffle);
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  expect(await lockList({ ...site, chain: QUICKNET }, { raffleId: raffle.id, actor: "site" })).toMatchObject({
    ok: true,
  });
  await expect(
    pool.query("insert into draw_locks select * from draw_locks where raffle_id = $1", [raffle.id]),
  ).rejects.toThrow("draw_locks_pkey");
  await pool.query("delete from entries where raffle_id = $1", [raffle.id]);
  await expect(pool.query("delete from raffles where id = $1", [raffle.id])).rejects.toThrow("foreign key");
});
