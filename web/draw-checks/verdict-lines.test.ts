import { describe, expect, it } from "vitest";
import { CHECKS, type CheckResult, type Report } from "#src/draws/protocol/verify/report.ts";
import draws from "#src/i18n/locales/en/draws.json" with { type: "json" };
import { type VerdictPage, verdictOf } from "./verdict-lines.ts";

const DRAWN_AT = Date.parse("2026-11-24T10:51:00Z") / 1000;
const RIGHT: Report = {
  checks: CHECKS.map((name) => ({ name, result: { state: "right", found: "" } })),
  ...{ transcript: "right", fixedBefore: "not-proven", seenBy: [], isFromBefore: false, chainByHand: false },
  ...{ lockHash: "ab".repeat(32), lockedAt: "2026-11-24T10:41:00Z", tickets: 11, drawnAt: DRAWN_AT },
  drawn: [
    { prizeCode: "A", winners: [3] },
    { prizeCode: "B", winners: [7, 9] },
  ],
};
const winner = (ticket: number, name: string) => ({ ticket, name });
const shown = [
  { prizeCode: "A", name: "Queso de bola", winners: [winner(3, "Ana C.")], more: 0, isFolded: false },
  { prizeCode: "B", name: "Ham", winners: [winner(7, "Jun L.")], more: 1, isFolded: false },
];
const { reason, ...texts } = draws.checks;
const PAGE: VerdictPage = {
  texts: { ...texts, reason: { ...reason, "": reason.none } },
  ...{ names: { results: "The winners" }, language: "en", timeZone: "Asia/Manila", shown },
};

const linesOf = (report: Partial<Report>, page: Partial<VerdictPage> = {}) =>
  verdictOf({ ...RIGHT, ...report }, { ...PAGE, ...page }, DRAWN_AT + 60).lines.map(
    ({ state, text }) => `${state}: ${text.replaceAll("\u202f", " ")}`,
  );

describe("the sentences of a verdict", () => {
  it("say what was verified, and that the list was fixed before only where that is proven", () => {
    const lines = linesOf({});
    expect(lines.slice(0, 3)).toEqual([
      "right: This site signed that the list closed on November 24, 2026, 6:41 PM. None of its tickets was changed, added or taken out since: 11 in all.",
      "right: The random number came from outside, 10 minutes later. Nobody here could choose it.",
      "right: This device drew again and got the same: #3 Ana C., #7 Jun L.",
    ]);
    expect(lines.slice(3).map((line) => line.split(":")[0])).toEqual(["not-proven", "not-proven"]);
    expect(linesOf({ fixedBefore: "known" })[3]).toMatch(/^right: Fixed before: proven to you/);
  });

  it("name no winner of a prize that a show has still to come to", () => {
    expect(linesOf({}, { shown: shown.map((prize) => ({ ...prize, isFolded: true })) })[2]).toBe(
      "right: This device drew again and got the same: the tickets that are folded away above",
    );
    expect(linesOf({}, { shown: undefined })[2]).toBe("right: This device drew again and got the same: #3, #7, #9");
  });

  it("say of a lock that waits nothing of its number or its winners", () => {
    const { drawn, ...waiting } = RIGHT;
    const { lines } = verdictOf({ ...waiting, transcript: "not-drawn-yet" }, { ...PAGE, shown: [] }, DRAWN_AT - 60);
    expect(lines.map(({ state }) => state)).toEqual(["right", "not-proven", "not-proven", "not-proven"]);
  });

  it.each([[{ ...shown[0], winners: [winner(4, "Eve")] }, shown[1]], [shown[0], { ...shown[1], more: 0 }], [shown[0]]])(
    "convict a page that shows others than were drawn",
    (...others) => {
      const page = { ...PAGE, shown: others as VerdictPage["shown"] };
      const { lines, outcome } = verdictOf(RIGHT, page, DRAWN_AT);
      expect(outcome).toBe("wrong");
      expect(lines[0]).toMatchObject({ state: "wrong", text: expect.stringContaining("shows other winners") });
      expect(lines.some(({ text }) => text.includes("drew again"))).toBe(false);
    },
  );

  it("say of a draw that fails nothing else than where, and what to do", () => {
    const wrong: CheckResult = { state: "wrong", fault: { rule: "equal", where: "", expected: "", found: "" } };
    const checks = RIGHT.checks.map(({ name, result }) => ({ name, result: name === "results" ? wrong : result }));
    const { drawn, ...others } = RIGHT;
    const { lines, outcome } = verdictOf({ ...others, checks, transcript: "wrong" }, PAGE, DRAWN_AT);
    expect(outcome).toBe("wrong");
    expect(lines[0]?.text).toBe("Wrong, first at “The winners”. This draw does not add up.");
    expect(lines.some(({ state }) => state === "right")).toBe(false);
  });

  it("say of each replacement whether it rests on the winner's consent or the shop's word", () => {
    const one = { prizeCode: "A", from: 3, to: 5, reason: "withdrew", note: "By phone", at: "" } as const;
    const replacements = [
      { ...one, consent: "", announced: "", previous: "", signature: "" },
      { ...one, from: 5, to: null, consent: "ab".repeat(32), announced: "", previous: "", signature: "" },
    ];
    expect(linesOf({ replacements }).slice(3, 5)).toEqual([
      "not-proven: Queso de bola: ticket #3 withdrew, by the shop’s word: By phone Next in line: #5.",
      "right: Queso de bola: the winner with ticket #5 gave it back, by their own consent. Next in line: nobody.",
    ]);
  });

  it("claim nothing of a number that came of a chain given by hand", () => {
    expect(linesOf({ chainByHand: true }).join("\n")).not.toContain("from outside");
  });
});
