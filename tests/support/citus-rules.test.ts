import { loadModule } from "libpg-query";
import { beforeAll, describe, expect, test } from "vitest";
import { readStatement } from "./citus-rules.ts";
import { faultOf } from "./citus-watch.ts";

beforeAll(() => loadModule());

const everywhere = (statement: string) => readStatement(statement).everywhere;
const faults = (statement: string) => readStatement(statement).faults;

describe("a statement is bound to one raffle", () => {
  test.each([
    "select * from entries where raffle_id = $1 and id = $2",
    `select "id" from "entries" as e where e."raffle_id" = $1::uuid for update`,
    "select 1 from entries join claims on claims.raffle_id = entries.raffle_id and claims.entry_id = entries.id where entries.raffle_id = $1",
    "select 1 from entries join claims using (raffle_id) where raffle_id = $1",
    "select 1 from claims left join entries on entries.raffle_id = $1 and entries.id = claims.entry_id where claims.raffle_id = $1",
    "select 1 from entries where raffle_id = $1 and not exists (select 1 from claims where claims.raffle_id = entries.raffle_id)",
    "with batch as (select id from entries where raffle_id = $1 limit 5 for update) delete from entries using batch where raffle_id = $1 and entries.id = batch.id",
    "insert into mails (raffle_id, id) values ($1, $2), ($3, $4)",
    "select 1 from audit_log where scope_id = $1",
    "declare c cursor for select id from entries where raffle_id = $1",
  ])("%s", (statement) => expect(everywhere(statement)).toEqual([]));
});

describe("a statement asks every shard", () => {
  test.each([
    ["select * from entries where id = $1", ["entries"]],
    ["select 1 from entries where raffle_id = $1 or id = $2", ["entries"]],
    ["select 1 from entries where raffle_id = any ($1)", ["entries"]],
    ["select 1 from entries join claims on claims.entry_id = entries.id where entries.raffle_id = $1", ["claims"]],
    [
      "select (select count(*) from claims where claims.raffle_id = entries.raffle_id) from entries where raffle_id = $1",
      ["claims"],
    ],
    ["update mails set state = 'held' where id = $1", ["mails"]],
    ["delete from mails where (raffle_id, id) in (select raffle_id, id from mails limit 5)", ["mails"]],
    ["with all_of_them as (select * from entries) select * from all_of_them where raffle_id = $1", ["entries"]],
    ["insert into entry_changes (raffle_id, entry_ids) values (gen_random_uuid(), '{}')", ["entry_changes"]],
    ["select 1 from audit_log where raffle_id = $1", ["audit_log"]],
  ])("%s", (statement, tables) => expect(everywhere(statement)).toEqual(tables));
});

describe("Citus refuses", () => {
  test.each([
    ["delete from entries where raffle_id = $1 and created_at < clock_timestamp()", "VOLATILE clock_timestamp"],
    ["update claims set answers = null where raffle_id = $1 and voucher_code = gen_random_uuid()::text", "VOLATILE"],
    ["update raffles set due_date = clock_timestamp() where id = $1", "VOLATILE"],
    ["update mails set state = case when queued_at < now() then 'failed' end where raffle_id = $1", "CASE or COALESCE"],
    ["update claims set claim_by = claim_by + interval '1 day' where raffle_id = $1", "interval to a column"],
    ["update claims set winner_name = concat_ws(' ', winner_name, tax) where raffle_id = $1", "STABLE concat_ws"],
    ["update mails set state = 'sent' where raffle_id = $1 returning now()", "returns now"],
    [
      "insert into news_refusals (address_key) values ($1) on conflict (address_key) do update set refused_at = now()",
      "on conflict",
    ],
    ["select 1 from entries, guess_tallies where entries.raffle_id = $1", "coordinator's guess_tallies"],
  ])("%s", (statement, fault) => expect(faults(statement).join()).toContain(fault));
});

test("what locks or looks at rows of several shards is refused, and so is one with two raffles", () => {
  expect(faultOf("select id from entries where id = $1 for update", [1])).toMatch("locks rows");
  expect(faultOf("select exists (select from entries)", [])).toMatch("selects nothing");
  expect(faultOf("select row_number() over () from entries", [])).toMatch("window");
  const both = "select 1 from entries join claims on claims.raffle_id = $2 where entries.raffle_id = $1";
  expect(faultOf(both, ["a", "a"])).toBeNull();
  expect(faultOf(both, ["a", "b"])).toBe("is bound to 2 raffles");
});

test("an exception is for reading every shard, and not for locking there", () => {
  const work = "select raffle_id from entry_changes order by made_at limit 1";
  expect(faultOf(work, [])).toBeNull();
  expect(faultOf(`${work} for update`, [])).toMatch("locks rows");
});
