import { hash as nodeHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { hashOf } from "#src/base/hashing/sha256.ts";
import {
  AN_HOUR_BEFORE,
  bytesOf,
  drawOf,
  entrantOf,
  quicknet,
  readListText,
  SECRET_KEY,
  SITE_KEY,
} from "../../../../tests/support/draws.ts";
import { signObject } from "../format/signature.ts";
import { readStrictJson } from "../format/strict-json.ts";
import { secondsOf } from "../format/times.ts";
import type { Entrant } from "../list/ticket.ts";
import { makeLock } from "../lock.ts";
import type { Transcript } from "../transcript.ts";
import { CHECKS, type CheckName, type Report } from "./report.ts";
import { type VerifierInput, verifyDraw } from "./verify.ts";

// Much arithmetic, or a process for each case: seconds alone, more on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

type Good = { name: string; lockHash: string; entrant: Entrant; ticket: number; list: string; transcript: Transcript };
type Change = { at: (string | number)[]; value?: unknown };
type Tampered = { name: string; of: string; fails: CheckName; changes: Change[]; list?: string };

/** Of both versions, each in a file. */
const files: { good: Good[]; tampered: Tampered[] }[] = ["draw.vectors.json", "draw-2.vectors.json"].map((name) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "..", name), "utf8")),
);
const vectors = { good: files.flatMap((file) => file.good), tampered: files.flatMap((file) => file.tampered) };
const good = new Map(vectors.good.map((one) => [one.name, one]));
const fiesta = named("a fiesta of seven");
const NOW = secondsOf("2026-01-01T00:00:00Z") ?? 0;

function named(name: string): Good {
  const found = good.get(name);
  if (!found) throw new Error(`There is no vector "${name}".`);
  return found;
}

async function verify(
  transcript: unknown,
  list: string,
  input: Partial<VerifierInput> = {},
  now = NOW,
): Promise<Report> {
  const read = readStrictJson(bytesOf(JSON.stringify(transcript)));
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  const verified = await verifyDraw({ transcript: read.value, list: [bytesOf(list)], ...input }, { now });
  if (!verified.ok) throw new Error(JSON.stringify(verified.refusal));
  return verified.value;
}

function statesOf({ checks }: Report): Record<string, string> {
  return Object.fromEntries(checks.map(({ name, result }) => [name, result.state]));
}

function failedOf({ checks }: Report): CheckName | undefined {
  return checks.find(({ result }) => result.state === "wrong")?.name;
}

function changed(transcript: Transcript, changes: readonly Change[]): unknown {
  const copy = structuredClone(transcript) as unknown as Record<string | number, unknown>;
  for (const { at, value } of changes) {
    const last = at.at(-1) ?? "";
    const holder = at.slice(0, -1).reduce((object, name) => object[name] as Record<string | number, unknown>, copy);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return copy;
}

describe.each(vectors.good)("a draw that is right: $name", ({ transcript, list, lockHash, entrant, ticket }) => {
  it("is right, and proven to whoever was told its lock hash", async () => {
    const report = await verify(transcript, list, { lockHash, siteKey: transcript.siteKey, mine: entrant });
    expect(report).toMatchObject({ transcript: "right", fixedBefore: "known", lockHash, chainByHand: false });
    expect(report.ticket?.ticket).toBe(ticket);
    expect(new Set(Object.values(statesOf(report)))).toEqual(new Set(["right"]));
    expect(report.checks.map(({ name }) => name)).toEqual(CHECKS);
  });

  it("is right and not proven where nothing else was given", async () => {
    const report = await verify(transcript, list);
    expect(report).toMatchObject({ transcript: "right", fixedBefore: "not-proven", lockHash });
    expect(statesOf(report)).toMatchObject({ "lock-hash": "not-given", "site-key": "not-given", ticket: "not-given" });
  });

  it("is what the site makes of the same list and moment", async () => {
    const { plan, lockedAt, checkpoint, pausedBy = [] } = transcript.lock;
    const left = transcript.replacements.map(({ to: _to, previous: _previous, signature: _signature, ...one }) => one);
    const basis = checkpoint && { checkpoint, pausedBy };
    expect(await drawOf({ plan, list, lockedAt, basis, replacements: left })).toEqual(transcript);
  });
});

describe("a draw that was tampered with", () => {
  it.each(vectors.tampered)("fails at $fails first: $name", async ({ of, fails, changes, list }) => {
    const one = named(of);
    const report = await verify(changed(one.transcript, changes), list ?? one.list, { lockHash: one.lockHash });
    expect(failedOf(report)).toBe(fails);
    expect(report).toMatchObject({ transcript: "wrong", fixedBefore: "not-proven" });
    const states = Object.values(statesOf(report));
    const at = CHECKS.indexOf(fails);
    expect(states.slice(0, at)).toEqual(Array(at).fill("right"));
    expect(states.slice(at + 1)).toEqual(Array(CHECKS.length - at - 1).fill("not-run"));
  });

  it("is never right with any byte of the transcript or the list changed", async () => {
    const { transcript, list, lockHash, entrant } = fiesta;
    const [text, lines] = [bytesOf(JSON.stringify(transcript)), bytesOf(list)];
    const place = fc.tuple(fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(place, async ([inList, where, change]) => {
        const copy = (inList ? lines : text).slice();
        const at = where % copy.length;
        copy[at] = (copy[at] ?? 0) ^ change;
        const read = readStrictJson(inList ? text : copy);
        if (!read.ok) return;
        const input = { transcript: read.value, list: [inList ? copy : lines], lockHash, mine: entrant };
        const verified = await verifyDraw(input, { now: NOW });
        expect(verified.ok && verified.value.transcript).toBe("wrong");
      }),
      { numRuns: 300 },
    );
  });
});

describe("what somebody knows from elsewhere", () => {
  const { transcript, list, lockHash, entrant } = fiesta;
  const other = "0".repeat(64);

  it.each([
    ["another lock hash", { lockHash: other, siteKey: SITE_KEY }, "lock-hash"],
    ["another key of the site", { lockHash, siteKey: other }, "site-key"],
    ["an entry of another raffle", { lockHash, mine: { ...entrant, raffle: "ANOTHER1" } }, "ticket"],
    ["an entry that is not in the list", { lockHash, mine: entrantOf(entrant.raffle, 99) }, "ticket"],
    ["an e-mail that is written otherwise", { lockHash, mine: { ...entrant, email: "X@example.com" } }, "ticket"],
  ] as const)("is held against the draw: %s", async (_name, input, fails) => {
    const report = await verify(transcript, list, input);
    expect(failedOf(report)).toBe(fails);
    expect(report).toMatchObject({ transcript: "wrong", fixedBefore: "not-proven" });
  });
});

describe("a lock that waits for its draw", () => {
  const { lock, signature, siteKey } = fiesta.transcript;
  const waiting = { lock, signature, siteKey };

  it("is checked as far as it goes", async () => {
    const { list, lockHash, entrant, ticket } = fiesta;
    const report = await verify(waiting, list, { lockHash, siteKey, mine: entrant });
    expect(report).toMatchObject({ transcript: "not-drawn-yet", fixedBefore: "known", ticket: { ticket } });
    expect(statesOf(report)).toEqual({
      ...Object.fromEntries(CHECKS.map((name) => [name, "right"])),
      beacon: "waiting",
      seed: "waiting",
      results: "waiting",
      replacements: "waiting",
    });
  });

  it.each([
    ["a list that was changed", waiting, fiesta.list.replace('"BIKE"', ""), "root"],
    ["another lock", { ...waiting, lock: { ...lock, chances: 4 } }, fiesta.list, "list"],
    ["another signature", { ...waiting, signature: "0".repeat(128) }, fiesta.list, "signature"],
    ["a member too many", { ...waiting, seed: fiesta.transcript.seed }, fiesta.list, "plan"],
    ["nothing but a lock", { lock }, fiesta.list, "plan"],
  ] as const)("is wrong with %s", async (_name, transcript, list, fails) => {
    expect(failedOf(await verify(transcript, list))).toBe(fails);
  });

  it("is made by the site with the round that comes after its lead", async () => {
    const read = await readListText(lock.plan, fiesta.list);
    const made = makeLock(lock.plan, read, (secondsOf(AN_HOUR_BEFORE) ?? 0) - 0.5, quicknet());
    expect(made).toEqual(lock);
    expect(hashOf(made)).toBe(fiesta.lockHash);
  });
});

describe("a chain that is given by hand", () => {
  it("is believed, and every verdict says so", async () => {
    const chain = { ...quicknet(), hash: "ab".repeat(32) };
    const lock = { ...fiesta.transcript.lock, plan: { ...fiesta.transcript.lock.plan, chain: chain.hash } };
    const waiting = { lock, signature: signObject(lock, SECRET_KEY), siteKey: SITE_KEY };
    expect(await verify(waiting, fiesta.list, { chain })).toMatchObject({
      transcript: "not-drawn-yet",
      chainByHand: true,
    });
    expect(failedOf(await verify(waiting, fiesta.list))).toBe("plan");
    expect(await verify(fiesta.transcript, fiesta.list, { chain })).toMatchObject({
      transcript: "right",
      chainByHand: true,
    });
  });
});

describe("a hostile transcript", () => {
  it.each([[null], [0], ["x"], [[]], [{}], [[[]]], [{ lock: 1, signature: 1, siteKey: 1 }]])(
    "is wrong: %j",
    async (value) => {
      expect(failedOf(await verify(value, fiesta.list))).toBe("plan");
    },
  );

  it("fails at the check that reads a value, whatever the value is", async () => {
    const places: [(string | number)[], CheckName][] = [
      [["lock"], "plan"],
      [["lock", "plan"], "plan"],
      [["lock", "plan", "prizes"], "plan"],
      [["lock", "plan", "prizes", 0, "prizeCode"], "plan"],
      [["lock", "lockedAt"], "round"],
      [["lock", "round"], "round"],
      [["lock", "tickets"], "list"],
      [["lock", "chances"], "list"],
      [["lock", "root"], "root"],
      [["signature"], "signature"],
      [["siteKey"], "signature"],
      [["beacon"], "beacon"],
      [["beacon", "round"], "beacon"],
      [["beacon", "signature"], "beacon"],
      [["seed"], "seed"],
      [["results"], "results"],
      [["results", 0], "results"],
      [["results", 0, "winners"], "results"],
      [["results", 0, "winners", 0], "results"],
      [["replacements"], "replacements"],
      [["replacements", 0], "replacements"],
    ];
    const values = [null, 9007199254740992, "\ud800", "", { length: 1 }, ["0"], true, "x".repeat(100_000), [[[[1]]]]];
    const { transcript, list } = fiesta;
    for (const [at, fails] of places) {
      for (const value of values) {
        const report = await verify(changed(transcript, [{ at, value }]), list);
        expect([at, value, failedOf(report)]).toEqual([at, value, fails]);
      }
    }
  });

  it("with as many replacements as fit is judged in one walk down each ranking", async () => {
    const { transcript, list } = named("more places than tickets, locked late");
    const one = { prizeCode: "A", from: 1, to: null, reason: "withdrew", note: "x", at: "2024-01-01T00:00:00Z" };
    const many = Array.from({ length: 100_000 }, () => one);
    const report = await verify({ ...transcript, replacements: many }, list);
    expect(failedOf(report)).toBe("replacements");
  });

  it("with places, leads and days beyond all bounds is judged like any other", async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const { plan } = fiesta.transcript.lock;
    const prizes = plan.prizes.map((prize) => ({ ...prize, winners: most }));
    const wide = { ...plan, prizes, reserves: most, claimDays: most };
    const drawn = await drawOf({ plan: wide, list: fiesta.list });
    expect(await verify(drawn, fiesta.list)).toMatchObject({ transcript: "right" });
    const lock = { ...drawn.lock, plan: { ...wide, leadSeconds: most }, round: most };
    const signed = { ...drawn, lock, signature: signObject(lock, SECRET_KEY) };
    expect(failedOf(await verify(signed, fiesta.list))).toBe("round");
  });
});

it("is the same with a quicker hash", async () => {
  const { transcript, list, lockHash } = fiesta;
  const hash = (message: Uint8Array) => nodeHash("sha256", message, "buffer");
  const options = { now: NOW, hash };
  const verified = await verifyDraw({ transcript, list: [bytesOf(list)], lockHash }, options);
  expect(verified).toMatchObject({ ok: true, value: await verify(transcript, list, { lockHash }) });
});
