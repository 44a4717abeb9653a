import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { PROTOCOL_PAGE as page, runRecipe } from "../../../tests/support/recipe.ts";
import { type Entrant, sealOf } from "./list/ticket.ts";
import type { Transcript } from "./transcript.ts";
import { CHECKS } from "./verify/report.ts";
import { scoreOf } from "./winners/scores.ts";

// Much arithmetic, or a process for each case: seconds alone, more on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

type Good = { name: string; lockHash: string; entrant: Entrant; ticket: number; list: string; transcript: Transcript };

const { good }: { good: Good[] } = JSON.parse(readFileSync(join(import.meta.dirname, "draw.vectors.json"), "utf8"));

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
    const [one] = good;
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

  it("names the checks in their order", () => {
    expect(tableUnder("Checks").map(([name]) => name)).toEqual(CHECKS);
  });
});

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

    it("stops at a replacement of somebody who held nothing", () => {
      const [first] = transcript.results;
      const one = { prizeCode: first?.prizeCode, from: 1_000_000, to: 1, reason: "withdrew", note: "–", at: "" };
      writeFileSync(join(folder, "transcript.json"), JSON.stringify({ ...transcript, replacements: [one] }));
      expect(() => run("python", "winners")).toThrow(/KeyError/);
      writeFileSync(join(folder, "transcript.json"), JSON.stringify(transcript));
    });
  },
);
