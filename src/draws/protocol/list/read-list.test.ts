import { bytesToHex } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { canonicalJson } from "#src/base/canonical-json.ts";
import { leafHash, MerkleRoot } from "#src/tlog/format/merkle.ts";
import { bytesOf, entrantOf, listOf, planOf, prizeOf, ticketsOf } from "../../../../tests/support/draws.ts";
import { DRAW_LIMITS, readList } from "./read-list.ts";
import { lineOf, sealOf } from "./ticket.ts";

// Much arithmetic, or a process for each case: seconds alone, more on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const CODES = ["Ａ", "RICE", "🚲", "Ñandú"];
const plan = planOf({ weight: "drops", maxChances: 3, prizes: CODES.map((code) => prizeOf(code)) });
const tickets = ticketsOf(plan, [
  { wishes: ["RICE", "Ñandú", "Ａ", "🚲"] },
  { chances: 3 },
  { out: "rules", wishes: ["RICE"] },
  { chances: 2, wishes: ["Ａ", "🚲"] },
]);
const list = listOf(tickets);

async function faultOf(text: string | Uint8Array) {
  const read = await readList(plan, [typeof text === "string" ? bytesOf(text) : text]);
  return read.ok ? undefined : read.refusal;
}

/** The list with one line exchanged. */
function withLine(index: number, line: string): string {
  return list.split("\n").with(index, line).join("\n");
}

describe("a list file", () => {
  it("is the same in whatever chunks it comes", async () => {
    const root = new MerkleRoot();
    for (const ticket of tickets) root.add(leafHash(bytesOf(lineOf(ticket))));
    const bytes = bytesOf(list);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), async (sizes) => {
        const chunks: Uint8Array[] = [];
        for (let at = 0, i = 0; at < bytes.length; i += 1) {
          const end = at + (sizes[i % sizes.length] ?? 1);
          chunks.push(bytes.subarray(at, end));
          at = end;
        }
        const read = await readList(plan, chunks, { seal: sealOf(entrantOf(plan.raffle, 4)) });
        if (!read.ok) throw new Error(JSON.stringify(read.refusal));
        expect(read.value.root).toBe(bytesToHex(root.root()));
        expect(read.value.sealed).toEqual(tickets[3]);
        expect(read.value.list).toMatchObject({ count: 4, chances: 6 });
        expect([...(read.value.list.poolOf(prizeOf("RICE", { pool: "wished" })).groups[0] ?? [])]).toEqual([1]);
        expect([...(read.value.list.poolOf(prizeOf("🚲", { pool: "wished" })).groups[0] ?? [])]).toEqual([1, 4]);
      }),
      { numRuns: 50 },
    );
  });

  it("has the canonical JSON of each ticket for a line", () => {
    const codes = fc.array(fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(1000),
        fc.constantFrom("" as const, "rules" as const),
        codes,
        (ticket, chances, out, wishes) => {
          const one = { ticket, chances, out, wishes, seal: "0".repeat(64) };
          expect(lineOf(one)).toBe(canonicalJson(one));
        },
      ),
    );
  });

  it("fails with any byte changed, at the latest by its root", async () => {
    const fair = await readList(plan, [bytesOf(list)]);
    const bytes = bytesOf(list);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = bytes.slice();
        changed[at] = (changed[at] ?? 0) ^ change;
        const read = await readList(plan, [changed]);
        if (read.ok) expect(read.value.root).not.toBe(fair.ok && fair.value.root);
      }),
      { numRuns: 300 },
    );
  });

  const [first = "", second = "", third = ""] = list.split("\n");

  it.each([
    ["an empty line", "\n", "line"],
    ["nothing", "", "somebody-in-play"],
    ["CR LF", list.replaceAll("\n", "\r\n"), "canonical"],
    ["no end of the last line", list.slice(0, -1), "last-line-end"],
    ["an empty line at the end", `${list}\n`, "line"],
    ["an escape for a letter", withLine(0, first.replace("RICE", "\\u0052ICE")), "canonical"],
    ["a number with an exponent", withLine(1, second.replace('"ticket":2', '"ticket":2e0')), "canonical"],
    ["a minus zero", withLine(2, third.replace('"chances":0', '"chances":-0')), "canonical"],
    ["a fraction", withLine(1, second.replace('"chances":3', '"chances":1.5')), "value"],
    ["a prototype", withLine(1, second.replace("{", '{"__proto__":{},')), "members"],
    ["a list for a line", withLine(1, "[]"), "members"],
    ["null for a line", withLine(1, "null"), "members"],
    ["a wish that is no text", withLine(0, first.replace('"RICE"', "1")), "wish-of-plan"],
    ["a wish spelt in other characters", withLine(0, first.replace("Ñ", "N\u0303")), "wish-of-plan"],
    ["half a character for a wish", withLine(0, first.replace("RICE", "\\ud800")), "wish-of-plan"],
    ["wishes in order of UTF-16", withLine(0, first.replace('"Ａ","🚲"', '"🚲","Ａ"')), "wishes-in-order"],
    ["text for a number", withLine(1, second.replace('"ticket":2', '"ticket":"2"')), "value"],
    [
      "a seal in capitals",
      withLine(
        1,
        second.replace(/"seal":"\w+"/, (seal) => seal.toUpperCase()),
      ),
      "members",
    ],
    ["an unknown reason to be out", withLine(2, third.replace('"rules"', '"rule"')), "value"],
  ])("fails with %s", async (_name, text, rule) => {
    expect(await faultOf(text)).toMatchObject({ rule });
  });

  it("fails where bytes are no UTF-8", async () => {
    const bytes = bytesOf(list);
    bytes[list.indexOf("RICE")] = 0xff;
    expect(await faultOf(bytes)).toMatchObject({ rule: "utf-8", where: "#1" });
  });
});

describe("a hostile list", () => {
  /** Chunks without an end; the test ends only if reading stops by itself. */
  function* forever(chunk: Uint8Array): Generator<Uint8Array> {
    for (;;) yield chunk;
  }

  it("of one line without an end is left after the longest line that there can be", async () => {
    const read = await readList(plan, forever(new Uint8Array(4096).fill(0x20)));
    expect(read).toMatchObject({ ok: false, refusal: { rule: "line", where: "#1" } });
  });

  it("that goes on beyond the lock's sum is left there", async () => {
    const read = await readList(plan, forever(bytesOf(list)), { expected: 4 });
    expect(read).toMatchObject({ ok: false, refusal: { rule: "equal", where: "lock.tickets" } });
  });

  it("that is deeply nested is no ticket", async () => {
    expect(await faultOf(`${"[".repeat(1000)}\n`)).toMatchObject({ rule: "line" });
    expect(await faultOf(`${"[".repeat(500)}${"]".repeat(500)}\n`)).toMatchObject({ rule: "members" });
  });

  it("whose seals all begin alike is told apart as quickly as any", async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      ticket: index + 1,
      chances: 1,
      wishes: [],
      out: "" as const,
      seal: index.toString(16).padStart(64, "0"),
    }));
    const read = await readList(plan, [bytesOf(listOf(many))]);
    expect(read).toMatchObject({ ok: true, value: { list: { count: 5_000 } } });
    const twice = many.with(4_999, { ...many[4_999], ticket: 5_000, seal: many[0]?.seal } as (typeof many)[0]);
    expect(await faultOf(listOf(twice))).toMatchObject({ rule: "seal-once", where: "#1, #5000" });
  });

  it("is not drawn from beyond a limit, and is not called wrong for it", async () => {
    const prizes = Array.from({ length: DRAW_LIMITS.scores / 1000 / 1000 }, (_, i) => prizeOf(`P${i}`));
    const large = planOf({ weight: "drops", maxChances: 1000, prizes });
    const just = Array.from({ length: 1000 }, () => ({ chances: 1000 }));
    const within = await readList(large, [bytesOf(listOf(ticketsOf(large, just)))]);
    expect(within.ok).toBe(true);
    const beyond = await readList(large, [bytesOf(listOf(ticketsOf(large, [...just, {}])))]);
    expect(beyond).toEqual({ ok: false, refusal: { tooLarge: "scores" } });
  });
});
