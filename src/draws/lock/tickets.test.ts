import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PersonKeys } from "#src/entries/standing/past-winners.ts";
import { type JudgedEntry, standingIn } from "#src/entries/standing/rules.ts";
import { planFactsOf } from "#src/raffles/plan-facts.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { planOf } from "../plan/plan.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import { readList } from "../protocol/list/read-list.ts";
import { lineOf, type Ticket } from "../protocol/list/ticket.ts";
import { ticketsOf } from "./tickets.ts";

const WINNER = "+639171234567";

const ids = (count: number, kind: string) => Array.from({ length: count }, (_, index) => `${kind}${index}`);

/** A raffle's settings, and entries with ticks and wishes, of which some are for what the raffle no longer has. */
const drawings = fc
  .record({
    drawRequires: fc.constantFrom("all-rules", "any-rule", "none"),
    drawWeight: fc.constantFrom("equal", "drops"),
    drops: fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom("said", "checked")), { maxLength: 3 }),
    pools: fc.array(fc.constantFrom("wished", "everyone", "wished-first"), { minLength: 1, maxLength: 4 }),
    entries: fc.array(
      fc.record({
        doneRules: fc.subarray([...ids(3, "rule"), "gone"]),
        wishes: fc.subarray([...ids(4, "prize"), "gone"]).chain((prizes) =>
          fc.tuple(
            ...prizes.map((prizeId) =>
              fc.record({
                prizeId: fc.constant(prizeId),
                status: fc.constantFrom("Selected", "Unselected"),
                note: fc.constant(""),
              }),
            ),
          ),
        ),
        earned: fc.record({ rule0: fc.nat(5), rule2: fc.nat(7) }, { requiredKeys: [] }),
        disqualifiedFor: fc.option(fc.constant("Twice"), { freq: 5 }),
        hasWonBefore: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  .map(({ drops, pools, entries, ...settings }) => ({
    raffle: {
      ...settings,
      ...{ id: "01a20b0e-7d2f-7754-8f37-d6cfe0f55d50", codeId: "FIESTA26" },
      ...{
        dueDate: new Date("2029-12-31T00:00:00Z"),
        checkMinutes: 0,
        drawDate: new Date("2030-01-01"),
        prizesEach: "one",
        reserves: 1,
        claimDays: 7,
        leadMinutes: 60,
        pauseDays: 30,
      },
      rules: drops.map(([worth, proof], index) => ({
        ...{ id: `rule${index}`, number: index, details: `Do ${index}` },
        ...{ drops: worth, proof, maxTimes: 1, pace: "any" },
      })),
      prizes: pools.map((pool, index) => ({
        ...{ id: `prize${index}`, prizeCode: `P${index}`, name: `Prize ${index}`, pool },
        ...{ orderNumber: index, numberOfWinners: 1, oddsChances: 1, oddsOf: 10 },
      })),
    } as unknown as PublicRaffle,
    entries: entries.map((entry, index) => ({
      ...entry,
      ...{ id: `entry${index}`, entryCode: `ABCDEFG${index}`, emailKey: `a${index}@example.com` },
      phoneKey: entry.hasWonBefore ? WINNER : null,
    })),
  }));

type Drawing = typeof drawings extends fc.Arbitrary<infer Made> ? Made : never;

/** What each entry's page says, and in which pools the protocol puts its ticket; null if nobody is in play. */
async function compare(
  { raffle, entries }: Drawing,
  listed: (entry: Drawing["entries"][number], ticket: Ticket) => Ticket,
) {
  const winners = { has: ({ phoneKey }: PersonKeys) => phoneKey === WINNER };
  const makeTicket = ticketsOf(raffle, new Uint8Array(32), winners);
  const lines = entries.map((entry, index) => `${lineOf(listed(entry, makeTicket(entry, index + 1)))}\n`);
  const plan = planOf(planFactsOf(raffle), raffle.codeId, QUICKNET);
  const list = await readList(plan, [Buffer.from(lines.join(""))], { pausedBy: ["0".repeat(64)] });
  if (!list.ok) return null;
  const pools = plan.prizes.map((prize) => ({ prize, ...list.value.list.poolOf(prize) }));
  const judge = standingIn(raffle);
  return entries.map((entry, index) => {
    const standing = judge({ ...(entry as Omit<JudgedEntry, "claimedRules">), claimedRules: [] });
    const said = standing.state === "in" ? standing.prizes.map(({ prizeCode }) => prizeCode) : [];
    // A prize that nobody wished for is drawn among everybody: no page can know that before the list is locked.
    const drawn = pools
      .filter(({ prize, pool, groups }) => pool === prize.pool && groups.some((group) => group.includes(index + 1)))
      .map(({ prize }) => prize.prizeCode);
    const chances = standing.state === "in" ? standing.chances : 0;
    return { said, drawn, saidChances: chances, chances: list.value.list.chancesOf(index + 1) };
  });
}

const isTrue = async (drawing: Drawing, listed: Parameters<typeof compare>[1]) =>
  (await compare(drawing, listed))?.every(
    ({ said, drawn, saidChances, chances }) => String(said) === String(drawn) && saidChances === chances,
  ) ?? true;

describe("what an entry's page says before the lock", () => {
  test("is what the locked list gives it, for any plan and entries", async () => {
    await fc.assert(
      fc.asyncProperty(drawings, (drawing) => isTrue(drawing, (_, ticket) => ticket)),
      { numRuns: 500 },
    );
  });

  test("control: is not, if an entry without a chosen prize is listed without a wish", async () => {
    const withoutWish = ({ wishes }: Drawing["entries"][number], ticket: Ticket) =>
      wishes.some(({ status }) => status === "Selected") ? ticket : { ...ticket, wishes: [] };
    const { failed } = await fc.check(
      fc.asyncProperty(drawings, (drawing) => isTrue(drawing, withoutWish)),
      { numRuns: 500 },
    );
    expect(failed).toBe(true);
  });
});
