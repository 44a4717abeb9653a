import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadModule } from "libpg-query";
import { beforeAll, expect, test } from "vitest";
import { LOCK_ORDER, lockWatch } from "./lock-order.ts";

beforeAll(() => loadModule());

const CLAIM = "select * from claims where raffle_id = $1 for update";
const RAFFLE = "select id from raffles where id = $1 for no key update";

test.each([
  [["begin", RAFFLE, CLAIM, "commit"], false],
  [["begin", CLAIM, RAFFLE], true],
  [["begin", CLAIM, "commit", "begin", RAFFLE], false],
  [["begin", RAFFLE, CLAIM, "update raffles set name = $1"], false],
  [["begin", CLAIM, `${RAFFLE} skip locked`], false],
  [["begin", "select 1 from entries e join claims c on true for update of c", "delete from entries"], true],
  [["begin", "with gone as (delete from entries returning id) select 1", "update raffles set name = $1"], true],
  [[CLAIM, RAFFLE], false],
] as const)("%j", (statements, isFault) => {
  const watch = lockWatch();
  const faults = statements.map((text) => watch(text)).filter((fault) => fault !== undefined);
  expect(faults.length > 0).toBe(isFault);
});

test("the document says the order", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/features/processes.md"), "utf8");
  expect(page.replace(/\s+/g, " ")).toContain(LOCK_ORDER.map((table) => `\`${table}\``).join(", "));
});
