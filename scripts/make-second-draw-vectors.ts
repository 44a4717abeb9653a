/**
 * Writes src/draws/protocol/draw-2.vectors.json: valid draws of /2, and tampered copies with the check that must fail
 * first. Frozen like draw.vectors.json.
 */
import { hashOf } from "#src/base/hashing/sha256.ts";
import { PROTOCOL_1 } from "#src/draws/protocol/plan.ts";
import { seedOf } from "#src/draws/protocol/winners/draw.ts";
import { consentOf, type ProvedReplacement, signReplacement } from "#src/draws/protocol/winners/replacement-proof.ts";
import type { Replacement } from "#src/draws/protocol/winners/replacements.ts";
import { BASIS, entrantOf, prizeOf, SECRET_KEY, secondPlanOf } from "../tests/support/draws.ts";
import { good, ofList, ofLock, ofPlan, type Step, type Tampered, writeVectors } from "./draw-vectors.ts";

const ROUND_TIME = "2023-08-23T15:59:24Z";

const fiesta = await good("a fiesta of fourteen", 3, {
  plan: secondPlanOf({
    raffle: "FIESTB27",
    leadSeconds: 60,
    pauseDays: 30,
    claimDays: 10,
    prizes: [
      prizeOf("BIKE", { orderNumber: 1, pool: "wished" }),
      prizeOf("RICE", { orderNumber: 2, pool: "wished-first", winners: 3 }),
      prizeOf("CAR", { orderNumber: 3, odds: { chances: 1, of: 3 } }),
      prizeOf("HAM", { orderNumber: 4, odds: { chances: 2, of: 3 } }),
      prizeOf("TEA", { orderNumber: 5, pool: "wished" }),
    ],
  }),
  lockedAt: "2023-08-23T15:58:24Z",
  basis: { ...BASIS, pausedBy: ["3c".repeat(32), "a7".repeat(32)] },
  specials: [
    { wishes: ["BIKE"] },
    { wishes: ["BIKE", "RICE"] },
    {},
    { out: "rules", wishes: ["BIKE"] },
    { wishes: ["RICE"] },
    { out: "disqualified" },
    { wishes: ["BIKE"] },
    { out: "deleted" },
    { out: "withdrawn" },
    { out: "won-before", wishes: ["RICE"] },
    {},
    {},
    {},
    {},
  ],
  replacing: [
    winner(1, 0, { reason: "withdrew", note: "By a press on their page.", at: "2023-08-24T08:00:00Z", agrees: true }),
    winner(1, 1, { reason: "disqualified", note: "Two entries; 電話.", at: "2023-08-27T09:00:00Z" }),
    comer(0, { reason: "withdrew", note: "By telephone.", at: "2023-08-30T10:00:00Z", days: 4 }),
    winner(1, 2, { reason: "unclaimed", note: "", at: "2023-09-02T15:59:24Z" }),
    comer(1, { reason: "unclaimed", note: "No answer.", at: "2023-09-06T09:00:00Z" }),
  ],
});

const drops = await good("drops, wished first, codes in order of bytes, a log that begins", 5, {
  plan: secondPlanOf({
    raffle: "DROPSB26",
    requires: "any-rule",
    weight: "drops",
    maxChances: 5,
    onePrizePerEntry: false,
    reserves: 9,
    closes: ROUND_TIME,
    prizes: [
      prizeOf("Ａ", { pool: "wished-first", odds: { chances: 999_999, of: 1_000_000 } }),
      prizeOf("🚲", { pool: "wished-first", winners: 9 }),
      prizeOf("Ñandú", { pool: "wished-first", winners: 2 }),
    ],
  }),
  basis: { ...BASIS, checkpoint: { ...BASIS.checkpoint, size: 0, root: hashOfNothing() } },
  specials: [
    { chances: 5, wishes: ["Ñandú"] },
    { chances: 2, wishes: ["Ñandú", "Ａ"] },
    { out: "rules" },
    { chances: 1, wishes: ["Ñandú"] },
    { chances: 3 },
    { chances: 4, wishes: ["Ａ"] },
  ],
  replacing: [winner(2, 3, { reason: "withdrew", note: "–", at: "2023-08-24T08:00:00Z", agrees: true })],
});

const nothing = await good("nothing is given, locked late", 1, {
  plan: secondPlanOf({
    raffle: "NOTHIN26",
    requires: "none",
    leadSeconds: 60,
    prizes: [
      prizeOf("A", { winners: 2, odds: { chances: 1, of: 1_000_000 } }),
      prizeOf("B", { odds: { chances: 1, of: 1_000_000 } }),
    ],
  }),
  specials: [{}, { out: "deleted" }, {}, {}],
  lockedAt: "2023-08-23T15:58:28Z",
});

const given = fiesta.transcript.results.map((result) => result.given);
if (given.join() !== "true,true,false,true,true") throw new Error(`Another raffle code is needed: ${given}.`);

const { lock, results } = fiesta.transcript;
const replacements = fiesta.transcript.replacements as readonly ProvedReplacement[];
const { plan, checkpoint, pausedBy = [] } = lock;
const lines = fiesta.list.split(/(?<=\n)/);
const [bike, rice, car, ...otherPrizes] = plan.prizes;
const { closes: _closes, ...withoutClose } = plan;

const tampered: Tampered[] = [
  ofPlan(fiesta, "a lead under a minute", { leadSeconds: 59 }),
  ofPlan(fiesta, "the name of the version before", { protocol: PROTOCOL_1 }),
  ofPlan(fiesta, "the name of a version that is none", { protocol: "tambiolo-draw/3" }),
  ofLock(fiesta, "no end of entries", "plan", { plan: withoutClose }),
  ofPlan(fiesta, "entries that end after the draw date", { closes: "2023-08-23T15:59:25Z" }),
  ofPlan(fiesta, "a pause of more than ten years", { pauseDays: 3651 }),
  ofPlan(fiesta, "a prize without odds", { prizes: [bike, rice, { ...car, odds: undefined }, ...otherPrizes] }),
  ofPlan(fiesta, "odds of nothing", { prizes: withOdds({ chances: 0, of: 3 }) }),
  ofPlan(fiesta, "odds of more than all", { prizes: withOdds({ chances: 4, of: 3 }) }),
  ofPlan(fiesta, "odds of more than a million", { prizes: withOdds({ chances: 1, of: 1_000_001 }) }),
  ofPlan(fiesta, "odds with a member too many", { prizes: withOdds({ chances: 1, of: 3, seed: 1 }) }),
  ofPlan(fiesta, "a pool that is none", { prizes: [{ ...bike, pool: "wished-only" }, rice, car, ...otherPrizes] }),
  ofLock(fiesta, "no checkpoint", "plan", { checkpoint: undefined }),
  ofLock(fiesta, "a checkpoint of no size", "plan", { checkpoint: { ...checkpoint, size: "12" } }),
  ofLock(fiesta, "a log's key whose parts do not fit", "plan", {
    checkpoint: { ...checkpoint, log: checkpoint?.log.replace("raffles.", "other.") },
  }),
  ofLock(fiesta, "draws before in another order", "plan", { pausedBy: pausedBy.toReversed() }),
  ofLock(fiesta, "a draw before twice", "plan", { pausedBy: [pausedBy[0], ...pausedBy] }),
  ofLock(fiesta, "draws before without a pause", "plan", { plan: { ...plan, pauseDays: 0 } }),
  ofLock(fiesta, "somebody who won before in no draw", "list", { pausedBy: [] }),
  ofList(fiesta, "a wish of somebody who is gone", "list", withLine(8, '"wishes":[]', '"wishes":["RICE"]')),
  ofList(fiesta, "a chance of somebody who is gone", "list", withLine(9, '"chances":0', '"chances":1')),
  ofList(fiesta, "a reason to be out that is none", "list", withLine(8, '"deleted"', '"erased"')),
  ofList(fiesta, "a deletion that is said to be the entrant's", "root", withLine(8, '"deleted"', '"withdrawn"')),
  ofList(fiesta, "a line of somebody who is gone left out", "list", lines.toSpliced(8, 1)),
  ofLock(fiesta, "locked a second later than its round allows", "round", { lockedAt: "2023-08-23T15:58:25Z" }),
  changed("a checkpoint changed after the lock was signed", "signature", ["lock", "checkpoint", "size"], 13),
  changed("a draw before taken out after the lock was signed", "signature", ["lock", "pausedBy"], [pausedBy[0]]),
  changed(
    "the seed of the version before",
    "seed",
    ["seed"],
    seedOf(PROTOCOL_1, fiesta.lockHash, fiesta.transcript.beacon.randomness),
  ),
  changed("a prize given against its odds", "results", ["results", 2, "given"], true),
  changed("a winner of a prize that is not given", "results", ["results", 2, "winners"], [11]),
  changed("a prize not given against its odds", "results", ["results", 3], {
    ...results[3],
    ...{ given: false, winners: [], reserves: [] },
  }),
  changed("results of the version before", "results", ["results"], results.map(withoutGiven)),
  changed(
    "winners who did not wish before one who did",
    "results",
    ["results", 1, "winners"],
    [...(results[1]?.winners.toReversed() ?? [])],
  ),
  changed("a pool of those who wished alone", "results", ["results", 1, "pool"], "wished"),
  changed("a replacement of the version before", "replacements", ["replacements", 0], withoutProof(replacements[0])),
  changed("a replacement left out", "replacements", ["replacements"], replacements.toSpliced(1, 1)),
  changed("a note changed after it was signed", "replacements", ["replacements", 1, "note"], "Three entries."),
  chained("the first replacement left out, and the others signed anew", (all) => all.slice(1)),
  chained("a successor of choice, signed anew", with_(0, { to: 13 })),
  chained("nobody comes although somebody is left, signed anew", with_(0, { to: null })),
  chained("a first replacement that follows nothing", with_(0, {}), "0".repeat(64)),
  chained("a winner who withdrew at once without consent", with_(0, { consent: "" })),
  chained("a winner who withdrew with consent and was announced", with_(0, { announced: ROUND_TIME })),
  chained("an announcement a second too late", with_(1, { announced: "2023-08-24T09:00:01Z" })),
  chained("a disqualification that was not announced", with_(1, { announced: "" })),
  chained("a disqualification with a consent", with_(1, { announced: "", consent: "1".repeat(64) })),
  chained("announced before the draw", with_(1, { announced: "2023-08-23T15:59:23Z" })),
  chained("announced before the prize was theirs", with_(2, { announced: "2023-08-24T07:59:59Z" })),
  chained("unclaimed and announced", with_(3, { announced: "2023-08-24T09:00:00Z" })),
  chained("unclaimed a second too soon", with_(3, { at: "2023-09-02T15:59:23Z" })),
  chained("unclaimed a second too soon by who came", with_(4, { at: "2023-09-06T08:59:59Z" })),
  chained("a reason without a note", with_(1, { note: "" })),
  chained("in the future", with_(4, { at: "9999-12-31T23:59:59Z" })),
];

await writeVectors("draw-2.vectors.json", [fiesta, drops, nothing], tampered);

type How = Pick<Replacement, "reason" | "note" | "at"> & {
  /** Whether the winner agrees; else others than those who did not claim are announced so many days before. */
  readonly agrees?: boolean;
  readonly days?: number;
};

/** Somebody who won in the draw goes, by the places of prize and winner in its results. */
function winner(prize: number, place: number, how: How): Step {
  return (drawn) => {
    const { prizeCode = "", winners = [] } = drawn.results[prize] ?? {};
    return going(drawn.lock.plan.raffle, hashOf(drawn.lock), { prizeCode, from: winners[place] ?? 0 }, how);
  };
}

/** Somebody who came by a replacement goes. */
function comer(index: number, how: How): Step {
  return ({ lock: of, replacements: before }) => {
    const { prizeCode = "", to = 0 } = before[index] ?? {};
    return going(of.plan.raffle, hashOf(of), { prizeCode, from: to ?? 0 }, how);
  };
}

function going(
  raffle: string,
  lockHash: string,
  who: Pick<Replacement, "prizeCode" | "from">,
  { agrees = false, days = 3, ...how }: How,
): ReturnType<Step> {
  const { key } = entrantOf(raffle, who.from);
  const consent = agrees ? consentOf({ key, lock: lockHash, prizeCode: who.prizeCode }) : "";
  const before = new Date(Date.parse(how.at) - days * 86_400_000).toISOString().replace(".000Z", "Z");
  return { ...who, ...how, consent, announced: agrees || how.reason === "unclaimed" ? "" : before };
}

function withOdds(odds: object) {
  return [bike, rice, { ...car, odds }, ...otherPrizes];
}

function withLine(ticket: number, from: string, to: string): string[] {
  return lines.with(ticket - 1, lines[ticket - 1]?.replace(from, to) ?? "");
}

function changed(name: string, fails: Tampered["fails"], at: (string | number)[], value: unknown): Tampered {
  return { name, of: fiesta.name, fails, changes: [{ at, value }] };
}

/** Changes replacements and signs all of them anew, as a dishonest operator could. */
function chained(
  name: string,
  change: (all: readonly ProvedReplacement[]) => readonly ProvedReplacement[],
  start = fiesta.lockHash,
): Tampered {
  let previous = start;
  const signed = change(replacements).map(({ signature: _signature, ...one }) => {
    const again = signReplacement({ ...one, previous }, SECRET_KEY);
    previous = hashOf(again);
    return again;
  });
  return changed(name, "replacements", ["replacements"], signed);
}

function with_(index: number, change: Partial<Replacement>) {
  return (all: readonly ProvedReplacement[]) =>
    all.map((one, place) => (place === index ? ({ ...one, ...change } as ProvedReplacement) : one));
}

function withoutGiven({ given: _given, ...result }: (typeof results)[number]) {
  return result;
}

function withoutProof(one: ProvedReplacement | undefined) {
  const { announced: _announced, consent: _consent, previous: _previous, signature: _signature, ...first } = one ?? {};
  return first;
}

/** The root of a log without leaves. */
function hashOfNothing(): string {
  return "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
}
