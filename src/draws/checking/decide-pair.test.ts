import { beforeEach, describe, expect, it } from "vitest";
import type { OrganiserScope } from "#src/access/scope.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { decideOnPair, type PairDecision, takeBackDecision } from "./decide-pair.ts";
import { countOpenGroups, readAlikeCheck } from "./read-check.ts";
import type { Pair, Verdict } from "./rules.ts";

const { database, ...api } = await openTestApi({ RATE_LIMITS: "off" });
let raffle: TestRaffle;
let scope: OrganiserScope;

beforeEach(async () => {
  raffle = await api.createRaffle({ drawRequires: "none" });
  scope = await organiserScope(api.site, raffle);
});

/** Enters once for each way in which Ana writes her name; answers the ids, the oldest first. */
async function enter(...names: string[]): Promise<string[]> {
  for (const firstName of names) {
    const body = entryBody({ firstName, lastName: "Cruz", address: "1 Rizal St" });
    await api.ask("POST", `/raffles/${raffle.codeId}/entries`, body);
  }
  while ((await indexNextEntries(database.db)).changes > 0);
  const { rows } = await database.pool.query("select id from entries where raffle_id = $1 order by id", [raffle.id]);
  return rows.map(({ id }) => String(id));
}

const pairOf = ([firstId = "", secondId = ""]: readonly string[]): Pair => ({ firstId, secondId });
const decide = (pair: Pair, verdict: Verdict, stays: PairDecision["stays"] = "first") =>
  decideOnPair(api.site, scope, { pair, verdict, stays, reason: "Entered twice" });
const takeBack = (pair: Pair, verdict: Verdict) =>
  takeBackDecision(api.site, scope, { pair, verdict, reason: "Taken back" });
const reasonOf = ({ ok, ...rest }: Awaited<ReturnType<typeof decide>>) =>
  ok ? "done" : "refusal" in rest && rest.refusal.reason;
const counts = async () => (await readAlikeCheck(database.db, scope)).counts;

async function outOf(): Promise<string[]> {
  const { rows } = await database.pool.query(
    "select id from entries where raffle_id = $1 and disqualified_for is not null order by id",
    [raffle.id],
  );
  return rows.map(({ id }) => String(id));
}

describe("two entries that look alike", () => {
  it("of one person: the other one is out, for the reason that its entrant reads; and back again", async () => {
    const ids = await enter("Ana", "ANA");
    expect(await decide(pairOf(ids), "same", "second")).toMatchObject({
      ok: true,
      value: { name: { firstName: "Ana" } },
    });
    expect([await outOf(), await counts()]).toEqual([[ids[0]], { open: 0, same: 1, different: 0, other: 0 }]);
    expect((await takeBack(pairOf(ids), "same")).ok).toBe(true);
    expect([await outOf(), (await counts()).open]).toEqual([[], 1]);
    const { rows } = await database.pool.query(
      "select action from audit_log where scope_id = $1 and action like '%entry' order by id",
      [raffle.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["disqualify-entry", "reinstate-entry"]);
  });

  it("of two people: both stay, it is remembered and logged, and a third that comes opens the check again", async () => {
    const ids = await enter("Ana", "ANA");
    expect(reasonOf(await decide(pairOf(ids), "different"))).toBe("done");
    expect([await outOf(), await countOpenGroups(database.db, scope, 2)]).toEqual([[], 0]);
    await enter("ana");
    expect(await countOpenGroups(database.db, scope, 3)).toBe(1);
    const { rows } = await database.pool.query(
      "select after from audit_log where scope_id = $1 and action = 'judge-look-alikes'",
      [raffle.id],
    );
    expect(rows).toEqual([{ after: { verdict: "different" } }]);
  });

  it("left for later stay open, and can be decided then", async () => {
    const ids = await enter("Ana", "ANA");
    expect(reasonOf(await decide(pairOf(ids), "later"))).toBe("done");
    expect((await counts()).open).toBe(1);
    expect(reasonOf(await decide(pairOf(ids), "different"))).toBe("done");
    expect((await counts()).open).toBe(0);
  });

  it("a press that comes twice changes nothing more; what is no pair, or is locked, is refused", async () => {
    const ids = await enter("Ana", "ANA");
    const pair = pairOf(ids);
    expect(reasonOf(await decide(pair, "same"))).toBe("done");
    expect(reasonOf(await decide(pair, "same"))).toBe("done");
    expect(reasonOf(await decide(pair, "same", "second"))).toBe("pair-decided");
    expect(reasonOf(await takeBack(pair, "different"))).toBe("pair-decided");
    for (const wrong of [pairOf([...ids].reverse()), pairOf(["x", "y"]), pairOf([ids[0] ?? "", ids[0] ?? ""])]) {
      expect(reasonOf(await decide(wrong, "different"))).toBe("entry-not-found");
    }
    const other = await api.createRaffle();
    const stranger = await organiserScope(api.site, other);
    const theirs = decideOnPair(api.site, stranger, { pair, verdict: "same", stays: "first", reason: "x" });
    expect(reasonOf(await theirs)).toBe("entry-not-found");
    await database.pool.query("update raffles set locked_at = now() where id = $1", [raffle.id]);
    expect([reasonOf(await decide(pair, "later")), reasonOf(await takeBack(pair, "same"))]).toEqual([
      "list-locked",
      "list-locked",
    ]);
  });
});

describe("of two organisers who decide at once", () => {
  /** Both press at once, five times: how often both entries were taken out, and how often both pressed with success. */
  async function race(press: (pair: Pair, stays: PairDecision["stays"]) => Promise<boolean>) {
    const found = { bothOut: 0, bothWon: 0 };
    for (let round = 0; round < 5; round++) {
      raffle = await api.createRaffle({ drawRequires: "none" });
      scope = await organiserScope(api.site, raffle);
      const pair = pairOf(await enter("Ana", "ANA"));
      const won = await Promise.all([press(pair, "first"), press(pair, "second")]);
      if (won.every(Boolean)) found.bothWon += 1;
      if ((await outOf()).length === 2) found.bothOut += 1;
    }
    return found;
  }

  it("one wins, and one entry stays in play", async () => {
    const press = async (pair: Pair, stays: PairDecision["stays"]) => (await decide(pair, "same", stays)).ok;
    expect(await race(press)).toEqual({ bothOut: 0, bothWon: 0 });
  });

  it("control: without the locked rows both would win, and nobody would be left", async () => {
    /** The same reads and writes, with no lock, where both read before one writes. */
    let waiting: (() => void) | null = null;
    const meet = () =>
      new Promise<void>((go) => {
        if (!waiting) waiting = go;
        else {
          waiting();
          waiting = null;
          go();
        }
      });
    const press = async ({ firstId, secondId }: Pair, stays: PairDecision["stays"]) => {
      const { rows } = await database.pool.query(
        "select from entries where id = any ($1::uuid[]) and disqualified_for is null",
        [[firstId, secondId]],
      );
      await meet();
      if (rows.length < 2) return false;
      await database.pool.query(
        "update entries set disqualified_for = 'Entered twice', disqualified_at = now() where id = $1",
        [stays === "first" ? secondId : firstId],
      );
      return true;
    };
    expect(await race(press)).toEqual({ bothOut: 5, bothWon: 5 });
  });

  it("of three entries, three who go round leave one in play", async () => {
    const [a = "", b = "", c = ""] = await enter("Ana", "ANA", "ana");
    const round = [
      decide(pairOf([a, b]), "same", "second"),
      decide(pairOf([b, c]), "same", "second"),
      decide(pairOf([a, c]), "same", "first"),
    ];
    await Promise.all(round);
    expect((await outOf()).length).toBeLessThan(3);
  });
});
