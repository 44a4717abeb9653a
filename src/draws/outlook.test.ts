import { expect, it, test } from "vitest";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { asOrganiser, type TestRaffle } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { outlookOf, readOutlook, readOutlooks } from "./outlook.ts";

const api = await openTestApi();
const { db, pool } = api.database;

type Case = {
  readonly requires: string;
  readonly rules: number;
  /** How many rules each entry has done; "out" for one that is disqualified. */
  readonly entries: readonly (number | "out")[];
  readonly entered: "nobody" | "nobody-in-play" | "somebody";
};

const CASES: readonly Case[] = [
  { requires: "none", rules: 0, entries: [], entered: "nobody" },
  { requires: "none", rules: 2, entries: [0], entered: "somebody" },
  { requires: "none", rules: 2, entries: ["out"], entered: "nobody-in-play" },
  { requires: "all-rules", rules: 2, entries: [0, 1], entered: "nobody-in-play" },
  { requires: "all-rules", rules: 2, entries: [0, "out", 2], entered: "somebody" },
  { requires: "all-rules", rules: 0, entries: [0], entered: "somebody" },
  { requires: "any-rule", rules: 2, entries: [0, 0], entered: "nobody-in-play" },
  { requires: "any-rule", rules: 2, entries: [0, 1], entered: "somebody" },
  { requires: "any-rule", rules: 0, entries: [0], entered: "somebody" },
];

async function closedRaffle({ requires, rules, entries }: Case): Promise<TestRaffle> {
  const raffle = await api.createRaffle({
    drawRequires: requires,
    rules: Array.from({ length: rules }, (_, index) => ({ number: index + 1, details: `Rule ${index + 1}` })),
  });
  for (const done of entries) {
    const ticked = raffle.rules.slice(0, done === "out" ? rules : done).map(({ id }) => id);
    const code = await api.enter(raffle, { rules: ticked });
    if (done === "out") await pool.query("update entries set disqualified_for = 'Twice' where entry_code = $1", [code]);
  }
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  return raffle;
}

/** Until nothing is left to do. */
async function indexAll(): Promise<void> {
  while ((await indexNextEntries(db)).changes > 0);
}

async function lockStatus({ id, codeId, accessCode }: TestRaffle): Promise<number> {
  const organiser = asOrganiser(codeId, accessCode);
  return (await api.ask("POST", `/raffles/${id}/draw/lock`, undefined, organiser)).status;
}

const SAID = { nobody: "empty", "nobody-in-play": "nobody-in-play", somebody: "soon" } as const;

it("never says that nobody is in while an entry is being counted", async () => {
  const raffle = await closedRaffle({ requires: "none", rules: 0, entries: [0], entered: "somebody" });
  const facts = { ...raffle, open: false, lockedAt: null, drawnAt: null, announcedAt: null, drawDate: new Date() };
  // The raffle is read, then what is not counted or the counts: between these two the entry is counted.
  let reads = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1;
      if (reads === 2) await indexAll();
      return result;
    },
  });
  expect(await readOutlook(counting, facts, new Date())).toBe("soon");
  expect(reads).toBe(3);
});

it.each(CASES)("says of $entries in $rules rules ($requires): $entered; and the lock agrees", async (one) => {
  const raffle = await closedRaffle(one);
  const facts = { ...raffle, open: false, lockedAt: null, drawnAt: null, announcedAt: null, drawDate: new Date() };
  const publicly = () => readOutlook(db, facts, new Date());
  // Entries that are not counted yet are presumed to be in play.
  if (one.entries.length > 0) expect(await publicly()).toBe("soon");
  await indexAll();
  const isOut = one.entered === "nobody-in-play" && one.entries.includes("out");
  expect(await publicly()).toBe(isOut ? "soon" : SAID[one.entered]);
  expect((await lockStatus(raffle)) === 201).toBe(one.entered === "somebody");
  if (one.entered === "somebody") return;
  // Once its time came and it could not be locked, nobody is promised winners, whatever the reason.
  await pool.query("update raffles set lock_at = null where id = $1", [raffle.id]);
  expect(await publicly()).not.toBe("soon");
});

test("many raffles are asked for at once, and erased entries are no empty raffle", async () => {
  const raffles = await Promise.all(CASES.slice(0, 2).map(closedRaffle));
  const erased = await closedRaffle(CASES[0] as Case);
  await pool.query("update raffles set entries_erased = 7 where id = $1", [erased.id]);
  await indexAll();
  const facts = { open: false, lockedAt: null, drawnAt: null, announcedAt: null, drawDate: new Date() };
  const asked = [...raffles, erased].map(({ id }) => ({ id, ...facts }));
  const outlooks = await readOutlooks(db, asked, new Date());
  expect(asked.map(({ id }) => outlooks.get(id))).toEqual(["empty", "soon", "over"]);
});

test("winners are promised only where there will be some", async () => {
  const now = new Date("2026-11-24T12:00:00Z");
  const on = (day: string) => new Date(`2026-11-${day}T12:00:00Z`);
  const closed = { open: false, lockedAt: null, drawnAt: null, announcedAt: null, drawDate: on("25") };
  expect(outlookOf({ ...closed, open: true }, "nobody", now)).toBe("open");
  expect(outlookOf(closed, "nobody", now)).toBe("empty");
  expect(outlookOf(closed, "nobody-in-play", now)).toBe("nobody-in-play");
  expect(outlookOf(closed, "somebody", now)).toBe("soon");
  expect(outlookOf(closed, "gone", now)).toBe("over");
  expect(outlookOf({ ...closed, drawDate: on("10") }, "somebody", now)).toBe("over");
  // All entries may be erased by their people once the list is locked.
  expect(outlookOf({ ...closed, lockedAt: now }, "nobody", now)).toBe("soon");
  expect(outlookOf({ ...closed, lockedAt: now, drawnAt: now }, "nobody", now)).toBe("announcing");
  const drawn = { ...closed, id: "none", drawnAt: now, lockedAt: now, announcedAt: now };
  expect(await readOutlooks(db, [drawn], now)).toEqual(new Map([["none", "drawn"]]));
});
