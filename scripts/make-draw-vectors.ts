/**
 * Writes src/draws/protocol/draw.vectors.json: valid draws of /1, and tampered copies with the check that must fail
 * first. The file is frozen. Run this only when the protocol itself changes, which gives it a new name.
 */
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { CheckName } from "#src/draws/protocol/verify/report.ts";
import { planOf, prizeOf, QUICKNET_SIGNATURES } from "../tests/support/draws.ts";
import { good, ofList as ofListOf, ofLock, type Step, type Tampered, writeVectors } from "./draw-vectors.ts";

const fiesta = await good("a fiesta of seven", 3, {
  plan: planOf({
    prizes: [
      prizeOf("BIKE", { orderNumber: 1, pool: "wished" }),
      prizeOf("RICE", { orderNumber: 2, winners: 2 }),
      prizeOf("NOBODY", { orderNumber: 3, pool: "wished" }),
    ],
  }),
  specials: [
    { wishes: ["BIKE"] },
    { wishes: ["BIKE", "RICE"] },
    {},
    { out: "rules", wishes: ["BIKE"] },
    { wishes: ["RICE"] },
    { out: "disqualified" },
    { wishes: ["BIKE"] },
  ],
});

const drops = await good("drops, two prizes for one, codes in order of bytes, replacements", 5, {
  plan: planOf({
    raffle: "DROPS026",
    requires: "any-rule",
    weight: "drops",
    maxChances: 5,
    onePrizePerEntry: false,
    reserves: 1,
    claimDays: 10,
    prizes: [prizeOf("Ａ"), prizeOf("🚲"), prizeOf("Ñandú", { pool: "wished", winners: 2 })],
  }),
  specials: [
    { chances: 5, wishes: ["Ñandú"] },
    { chances: 2, wishes: ["Ñandú", "Ａ", "🚲"] },
    { out: "rules" },
    { chances: 1, wishes: ["Ñandú"] },
    { chances: 3, wishes: ["🚲"] },
    { chances: 4, wishes: ["Ñandú"] },
  ],
  replacing: [
    leaving(0, 0, { reason: "withdrew", note: "By telephone; 電話.", at: "2023-08-24T08:00:00Z" }),
    leaving(0, 1, { reason: "unclaimed", note: "", at: "2023-09-02T15:59:24Z" }),
    leaving(2, 0, { reason: "disqualified", note: "Two entries.", at: "2023-09-02T15:59:24Z" }),
  ],
});

const few = await good("more places than tickets, locked late", 1, {
  plan: planOf({
    raffle: "FEWFEW26",
    requires: "none",
    prizes: [prizeOf("A", { winners: 2 }), prizeOf("B", { winners: 9 })],
  }),
  specials: [{}, { out: "disqualified" }, {}, {}],
  lockedAt: "2023-08-23T14:59:28Z",
});

const { transcript: fair, list: fairList } = fiesta;
const [first = "", second = "", third = "", ...others] = fairList.split(/(?<=\n)/);
const changedRound = { ...fair.beacon, round: 1001, signature: QUICKNET_SIGNATURES[1001] };

const tampered: Tampered[] = [
  ofLock(fiesta, "another protocol", "plan", { plan: { ...fair.lock.plan, protocol: "tambiolo-draw/2" } }),
  ofLock(fiesta, "a lead under ten minutes", "plan", { plan: { ...fair.lock.plan, leadSeconds: 599 } }),
  ofLock(fiesta, "prizes not in draw order", "plan", {
    plan: { ...fair.lock.plan, prizes: fair.lock.plan.prizes.toReversed() },
  }),
  ofLock(fiesta, "an unknown chain", "plan", { plan: { ...fair.lock.plan, chain: "0".repeat(64) } }),
  ofLock(fiesta, "more than one chance where all are equal", "plan", { plan: { ...fair.lock.plan, maxChances: 2 } }),
  ofLock(fiesta, "a draw date that the calendar does not have", "plan", {
    plan: { ...fair.lock.plan, drawDate: "2023-02-30T00:00:00Z" },
  }),
  { name: "a member too many", of: fiesta.name, fails: "plan", changes: [{ at: ["extra"], value: 1 }] },
  { name: "no seed", of: fiesta.name, fails: "plan", changes: [{ at: ["seed"] }] },
  ofList("a space in a line", "list", [first.replace(":", ": "), second, third, ...others]),
  ofList("a member twice in a line", "list", [first.replace("{", '{"chances":1,'), second, third, ...others]),
  ofList("two lines exchanged", "list", [second, first, third, ...others]),
  ofList("a ticket left out at the end", "list", [first, second, third, ...others.slice(0, -1)]),
  ofList("a ticket added at the end", "list", [fairList, last({ ticket: 8 })]),
  ofList("a last line without its end", "list", [fairList.slice(0, -1)]),
  ofList("a byte order mark", "list", ["\ufeff", fairList]),
  ofList("a seal twice", "list", [first, second, third.replace(/"seal":"[^"]+"/, sealIn(first)), ...others]),
  ofList("a wish for no prize of the plan", "list", [first.replace("BIKE", "CAR"), second, third, ...others]),
  ofList("wishes in another order", "list", [
    first,
    second.replace('"BIKE","RICE"', '"RICE","BIKE"'),
    third,
    ...others,
  ]),
  ofList("somebody put out quietly", "list", [
    first.replace('"chances":1,"out":""', '"chances":0,"out":"rules"'),
    second,
    third,
    ...others,
  ]),
  ofList("a wish withdrawn", "root", [first.replace('"BIKE"', ""), second, third, ...others]),
  ofList("another seal", "root", [
    first.replace(/"seal":"."/, '"seal":"0').replace(/"seal":"../, '"seal":"99'),
    second,
    third,
    ...others,
  ]),
  ofLock(fiesta, "locked a second later than its round allows", "round", { lockedAt: "2023-08-23T14:59:25Z" }),
  ofLock(fiesta, "a later round", "round", { round: 1001 }),
  ofLock(fiesta, "a time with a fraction", "round", { lockedAt: "2023-08-23T14:59:24.0Z" }),
  {
    name: "a lock changed after it was signed",
    of: fiesta.name,
    fails: "signature",
    changes: [{ at: ["lock", "plan", "reserves"], value: 3 }],
  },
  {
    name: "another site's key",
    of: fiesta.name,
    fails: "signature",
    changes: [{ at: ["siteKey"], value: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a" }],
  },
  {
    name: "a signature that is no hex",
    of: fiesta.name,
    fails: "signature",
    changes: [{ at: ["signature"], value: fair.signature.toUpperCase() }],
  },
  {
    name: "another round's beacon",
    of: fiesta.name,
    fails: "beacon",
    changes: [{ at: ["beacon"], value: changedRound }],
  },
  {
    name: "another round's signature under this number",
    of: fiesta.name,
    fails: "beacon",
    changes: [{ at: ["beacon"], value: { ...changedRound, round: 1000 } }],
  },
  {
    name: "other randomness",
    of: fiesta.name,
    fails: "beacon",
    changes: [{ at: ["beacon", "randomness"], value: "0".repeat(64) }],
  },
  { name: "another seed", of: fiesta.name, fails: "seed", changes: [{ at: ["seed"], value: "0".repeat(64) }] },
  {
    name: "a winner of choice",
    of: fiesta.name,
    fails: "results",
    changes: [{ at: ["results", 0, "winners", 0], value: 2 + Number(fair.results[0]?.winners[0] === 2) * 5 }],
  },
  {
    name: "winners in another order",
    of: fiesta.name,
    fails: "results",
    changes: [{ at: ["results", 1, "winners"], value: fair.results[1]?.winners.toReversed() }],
  },
  {
    name: "a prize left out",
    of: fiesta.name,
    fails: "results",
    changes: [{ at: ["results"], value: fair.results.slice(0, -1) }],
  },
  {
    name: "a pool that says that somebody wished",
    of: fiesta.name,
    fails: "results",
    changes: [{ at: ["results", 2, "pool"], value: "wished" }],
  },
  replacement("a successor of choice", 0, { to: 3 }),
  replacement("nobody comes although somebody is left", 0, { to: null }),
  replacement("unclaimed a second too soon", 1, { at: "2023-09-02T15:59:23Z" }),
  replacement("a reason without a note", 0, { note: "" }),
  replacement("a note that is not NFC", 0, { note: "n\u0303" }),
  replacement("dated back", 1, { at: "2023-08-24T07:59:59Z", reason: "withdrew", note: "x" }),
  replacement("before the draw", 0, { at: "2023-08-23T15:59:23Z" }),
  replacement("in the future", 2, { at: "9999-12-31T23:59:59Z" }),
];

await writeVectors("draw.vectors.json", [fiesta, drops, few], tampered);

/** Somebody who won in the draw, by the places of prize and winner in its results. */
function leaving(prize: number, winner: number, how: Omit<ReturnType<Step>, "prizeCode" | "from">): Step {
  return ({ results }) => ({
    prizeCode: results[prize]?.prizeCode ?? "",
    from: results[prize]?.winners[winner] ?? 0,
    ...how,
  });
}

function ofList(name: string, fails: CheckName, lines: readonly string[]): Tampered {
  return ofListOf(fiesta, name, fails, lines);
}

function replacement(name: string, index: number, change: object): Tampered {
  const changes = Object.entries(change).map(([member, value]) => ({ at: ["replacements", index, member], value }));
  return { name, of: drops.name, fails: "replacements", changes };
}

function last({ ticket }: { ticket: number }): string {
  return `${canonicalJson({ chances: 1, out: "", seal: "0".repeat(64), ticket, wishes: [] })}\n`;
}

function sealIn(line: string): string {
  return line.match(/"seal":"[^"]+"/)?.[0] ?? "";
}
