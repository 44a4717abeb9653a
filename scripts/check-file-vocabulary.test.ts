import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findVocabularyFaults } from "./check-file-vocabulary.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "tambiolo-vocabulary-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function faultsOf(files: Record<string, string>): Promise<string[]> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return findVocabularyFaults(root);
}

const planted: [fault: string, path: string, text: string][] = [
  ["says nothing", "src/raffles/utils.ts", ""],
  ["says nothing", "web/ui/index.tsx", ""],
  ["says nothing", "tests/helpers/database.ts", ""],
  ["files of a feature", "src/entries/SubmitEntry.ts", ""],
  ["files of a feature", "src/events/frame.tsx", ""],
  ["has a row", "src/prizes/schema.ts", ""],
  ["has a row", "src/main.ts", ""],
  ["put rules.test.ts beside it", "src/draws/rules.ts", ""],
  ["301 lines", "scripts/long.ts", "\n".repeat(301)],
  ["a comment of more than 120", "scripts/wide.ts", ` * ${"word ".repeat(24)}`],
  ["the field says permission", "src/access/write.ts", "export const HELPER_DEEDS = 1;"],
  ["the field says failure", "web/ui/relay-troubles.tsx", ""],
  ["reads a long text again", "src/base/text.ts", "export const BREAKS = /\\s*[\\n]+\\s*/g;"],
  [
    "reads a long text again",
    "web/desk/share/share.tsx",
    "export const isPhone = (s: string) => /^\\s*(?:[\\s-]*\\d){7,15}\\s*$/.test(s);",
  ],
  ["Date.now", "src/raffles/schema.ts", "export const now = () => Date.now();"],
  ["new Date()", "src/raffles/schema.ts", "export const now = () => new Date();"],
  ["Math.random", "src/raffles/schema.ts", "export const pick = Math.random;"],
  ["process", "src/raffles/schema.ts", "export const port = process.env.PORT;"],
  ["fetch", "src/raffles/schema.ts", "export const get = () => fetch('http://localhost');"],
  ["insertInto", "src/raffles/read.ts", "export const a = (db: Db) => db.insertInto('raffles');"],
  ["delete from", "src/raffles/read.ts", "export const a = sql<Row>`delete from raffles`;"],
  [
    "update raffles set",
    "src/raffles/read.ts",
    "export const a = sql`with a as (update raffles set name = $1) select 1`;",
  ],
  ["transaction()", "src/raffles/write.ts", "export const a = (db: Db) => db.transaction().execute(async () => 1);"],
  ["inTransaction()", "src/raffles/write.ts", "export const a = (db: Db) => inTransaction(db, async () => 1);"],
  ["savepoint", "src/raffles/write.ts", "export const a = sql`savepoint one`;"],
  ["deleteFrom", "src/raffles/lists/read.ts", "export const a = (db: Db) => db.deleteFrom('raffles');"],
  ["Math.random", "src/draws/show/deeper/schema.ts", "export const pick = Math.random;"],
  ["db inside", "src/raffles/a-topic.ts", "export const a = (db: Db) => inTransaction(db, async () => find(db));"],
  ["db inside", "src/raffles/a-topic.ts", "export const a = (db: Db) => inTransaction(db, async () => find({ db }));"],
  [
    "deps.db inside",
    "src/raffles/a-topic.ts",
    "export const a = (deps: Deps) => inTransaction(deps.db, async (tx) => deps.db.selectFrom('raffles'));",
  ],
];

describe("a planted fault is found", () => {
  test.each(planted)("%s: %s", async (fault, path, text) => {
    const faults = await faultsOf({ [path]: text });
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(faults[0]).toMatch(new RegExp(`^${path}: `));
  });
});

test("a folder with too many files is found; its tests and sub-folders do not count", async () => {
  const named = (count: number, name: (n: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), ""]));
  const full = {
    ...named(15, (n) => `src/raffles/a-${n}.ts`),
    ...named(9, (n) => `src/raffles/a-${n}.test.ts`),
    ...named(9, (n) => `src/raffles/pictures/a-${n}.ts`),
  };
  expect(await faultsOf(full)).toEqual([]);
  expect(await faultsOf({ ...full, "src/raffles/one-more.ts": "" })).toEqual([
    expect.stringMatching(/^src\/raffles: 16 files/),
  ]);
});

test("files that keep the vocabulary are left alone", async () => {
  expect(
    await faultsOf({
      "src/entries/schema.ts": 'export const day = (typed: string) => new Date(typed); // never "Date.now()"',
      "src/entries/rules.ts": "export const isOpen = (now: Date, due: Date): boolean => now < due;",
      "src/entries/rules.test.ts": "",
      "src/entries/read.ts": 'export const a = (db: Db) => db.selectFrom("entries"); // insertInto belongs in write.ts',
      "src/entries/write.ts": 'export const a = (tx: Transaction) => tx.insertInto("entries");',
      "src/entries/submit/submission-queue.ts": "export const now = () => Date.now();",
      "src/entries/a-topic.ts":
        "export const a = (db: Db) => inTransaction(db, async (tx) => find(tx, { db: tx.db }));",
      "src/db/tables.ts": "\n".repeat(400),
      "scripts/as-long-as-may-be.ts": "\n".repeat(300),
    }),
  ).toEqual([]);
});
