import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { PROTOCOL_PAGE as page, runRecipe } from "../../../tests/support/recipe.ts";
import { sixWordsOf } from "./format/six-words.ts";
import { type Entrant, sealOf } from "./list/ticket.ts";
import { PROTOCOL_1 } from "./plan.ts";
import type { Transcript } from "./transcript.ts";
import { CHECKS } from "./verify/report.ts";
import { scoreOf } from "./winners/scores.ts";

// Much arithmetic, or a process for each case: seconds alone, more on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

type Good = { name: string; lockHash: string; entrant: Entrant; ticket: number; list: string; transcript: Transcript };

const read = (name: string): Good[] => JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8")).good;
const [first = [], second = []] = ["draw.vectors.json", "draw-2.vectors.json"].map(read);
const good = [...first, ...second];

/** The cells of the table in the part under a heading, a row each. */
function tableUnder(heading: string): string[][] {
  const part = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = part.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

describe("the page on the protocol", () => {
  it("has the numbers of the first draw in its example", () => {
    const [one] = first;
    if (!one) throw new Error("There is no draw.");
    const { lock, beacon, seed, results } = one.transcript;
    const score = (ticket: number) => scoreOf({ chancesOf: () => 1, seed, prizeCode: "BIKE" }, ticket);
    const entrant = JSON.stringify(one.entrant, null, 1).replaceAll(/\n */g, " ").replace("{ ", "{").replace(" }", "}");
    expect(tableUnder("An example")).toEqual([
      ["H(plan)", hashOf(lock.plan)],
      ["root", lock.root],
      ["round", String(lock.round)],
      ["lock hash", one.lockHash],
      ["randomness", beacon.randomness],
      ["seed", seed],
      [`seal of ticket ${one.ticket}: ${entrant}`, sealOf(one.entrant)],
      ...[1, 2, 7].map((ticket) => [`score of ticket ${ticket} for BIKE`, score(ticket)]),
      ...results.map(({ prizeCode, eligible, pool, winners, reserves }) => [
        `${prizeCode}, drawn among ${eligible} (${pool})`,
        `winners [${winners.join(", ")}], reserves [${reserves.join(", ")}]`,
      ]),
    ]);
  });

  it("has the numbers of a draw of /2 in its example", async () => {
    const [one] = second;
    if (!one) throw new Error("There is no draw.");
    const { lock, beacon, seed, results, replacements } = one.transcript;
    const score = (ticket: number) => scoreOf({ chancesOf: () => 1, seed, prizeCode: "RICE" }, ticket);
    const x = (prizeCode: string) => scoreAt(seed, prizeCode).slice(0, 16);
    expect(tableUnder("An example of /2")).toEqual([
      ["H(plan)", hashOf(lock.plan)],
      ["root", lock.root],
      ["round", String(lock.round)],
      ["lock hash", one.lockHash],
      ["six words", await sixWordsOf(one.lockHash)],
      ["randomness", beacon.randomness],
      ["seed", seed],
      ...[5, 7, 13].map((ticket) => [`score of ticket ${ticket} for RICE`, score(ticket)]),
      ...["CAR", "HAM"].map((prizeCode) => [`x of ${prizeCode}, in hex`, x(prizeCode)]),
      ...results.map(({ prizeCode, eligible, pool, given, winners, reserves }) => [
        `${prizeCode}, drawn among ${eligible} (${pool})`,
        given ? `winners [${winners.join(", ")}], reserves [${reserves.join(", ")}]` : "not given",
      ]),
      ["consent of ticket 5, in the first replacement", replacements[0]?.consent],
      ["hash of the first replacement", hashOf(replacements[0])],
    ]);
  });

  it("names the checks in their order", () => {
    expect(tableUnder("Checks").map(([name]) => name)).toEqual(CHECKS);
  });
});

/** H(seed ‖ u64(0) ‖ u32(0) ‖ prizeCode) by other code than ours. */
function scoreAt(seed: string, prizeCode: string): string {
  const message = Buffer.concat([Buffer.from(seed, "hex"), Buffer.alloc(12), Buffer.from(prizeCode)]);
  return createHash("sha256").update(message).digest("hex");
}

const TOOLS = ["bash", "jq", "openssl", "sha256sum", "xxd", "cut", "python3"];
/** Where all is tested, a missing tool is a failure, and no reason to skip. */
const hasTools =
  process.env.CI || TOOLS.every((tool) => spawnSync(tool, ["--version"], { stdio: "ignore" }).error === undefined);

describe.skipIf(!hasTools).each(good)(
  "the recipe by hand, with the tools of others: $name",
  ({ transcript, list, lockHash }) => {
    let folder: string;

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "tambiolo-recipe-"));
      writeFileSync(join(folder, "transcript.json"), JSON.stringify(transcript));
      writeFileSync(join(folder, "list.jsonl"), list);
    });

    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const run = (language: "sh" | "python", name: string) => runRecipe(folder, language, name);

    it("comes to the same lock hash and randomness", () => {
      expect(run("sh", "lock-hash")).toBe(lockHash);
      expect(run("sh", "randomness")).toBe(transcript.beacon.randomness);
    });

    it("finds the lock signed, and another one not", () => {
      expect(run("sh", "signature")).toMatch(/Success/);
      const other = { ...transcript, lock: { ...transcript.lock, tickets: 1_000_000 } };
      writeFileSync(join(folder, "transcript.json"), JSON.stringify(other));
      expect(() => run("sh", "signature")).toThrow();
      writeFileSync(join(folder, "transcript.json"), JSON.stringify(transcript));
    });

    it("comes to the same root, seed, winners and successors, whatever a transcript says of these", () => {
      const { results, replacements, lock, seed } = transcript;
      const winners = results.map((result) => `${result.prizeCode} [${result.winners.join(", ")}]`);
      const comers = replacements.map(({ prizeCode, from, to }) => `${prizeCode} ${from} -> ${to ?? "None"}`);
      const lines = [`root ${lock.root}`, `seed ${seed}`, ...winners, ...comers];
      expect(run("python", "winners").split("\n")).toEqual(lines);
      const chosen = { ...transcript, replacements: replacements.map((one) => ({ ...one, to: one.from })) };
      writeFileSync(join(folder, "transcript.json"), JSON.stringify(chosen));
      expect(run("python", "winners").split("\n")).toEqual(lines);
      writeFileSync(join(folder, "transcript.json"), JSON.stringify(transcript));
    });

    it("finds whether replacements follow each other, and are signed", () => {
      const { lock, replacements } = transcript;
      if (lock.plan.protocol === PROTOCOL_1) return;
      const numbers = replacements.map((_, index) => String(index + 1)).join("\n");
      expect(run("sh", "chain")).toBe(numbers);
      for (const changes of [{ note: "Another." }, { previous: "0".repeat(64) }]) {
        const [one, ...others] = replacements;
        if (!one) break;
        const changed = { ...transcript, replacements: [{ ...one, ...changes }, ...others] };
        writeFileSync(join(folder, "transcript.json"), JSON.stringify(changed));
        expect(() => run("sh", "chain")).toThrow();
      }
      writeFileSync(join(folder, "transcript.json"), JSON.stringify(transcript));
    });

    it("stops at a replacement of somebody who held nothing", () => {
      const [first] = transcript.results;
      const one = { prizeCode: first?.prizeCode, from: 1_000_000, to: 1, reason: "withdrew", note: "–", at: "" };
      writeFileSync(join(folder, "transcript.json"), JSON.stringify({ ...transcript, replacements: [one] }));
      expect(() => run("python", "winners")).toThrow(/KeyError/);
      writeFileSync(join(folder, "transcript.json"), JSON.stringify(transcript));
    });
  },
);

describe.skipIf(!hasTools)("the recipes by hand, of what one entrant knows", () => {
  const folder = mkdtempSync(join(tmpdir(), "tambiolo-recipe-"));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("come to the consent and the six words of the example", async () => {
    const [one] = second;
    writeFileSync(join(folder, "english.txt"), `${wordlist.join("\n")}\n`);
    expect(runRecipe(folder, "python", "consent")).toBe(one?.transcript.replacements[0]?.consent);
    expect(runRecipe(folder, "python", "six-words")).toBe(await sixWordsOf(one?.lockHash ?? ""));
  });
});
