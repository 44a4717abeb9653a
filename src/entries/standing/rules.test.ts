import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { newRule } from "../../../tests/support/field-values.ts";
import { type DrawTerms, type JudgedEntry, standingIn } from "./rules.ts";
import { standingLine } from "./standing-line.ts";
import { standingText } from "./standing-text.ts";

const RULES = [
  newRule({ id: "follow", details: "Follow our page.", drops: 1 }),
  newRule({ id: "buy", details: "Buy anything worth 100 pesos", drops: 3 }),
];
const PRIZES = ["Basket", "Cake", "Ham", "Rice"].map((name) => ({
  ...{ id: name, prizeCode: name.toUpperCase(), name },
  pool: "wished" as const,
}));
const RAFFLE: DrawTerms = { drawRequires: "all-rules", drawWeight: "equal", rules: RULES, prizes: PRIZES };
const EVERYONE = PRIZES.map((prize) => ({ ...prize, pool: "everyone" as const }));
const DONE = ["follow", "buy"];

const entry = (changes: Partial<JudgedEntry> = {}): JudgedEntry => ({
  ...{ doneRules: DONE, claimedRules: [], earned: {}, wishes: [], disqualifiedFor: null },
  ...changes,
});
const wish = (...ids: string[]) => ids.map((prizeId) => ({ prizeId, status: "Selected" as const }));

type LineRaffle = Parameters<typeof standingLine>[1];
const OPEN: LineRaffle = { open: true, drawnAt: null };
const CLOSED: LineRaffle = { open: false, drawnAt: null };
const DRAWN: LineRaffle = { open: false, drawnAt: new Date("2026-11-24T12:00:00Z") };

const line = (raffle: DrawTerms, judged: JudgedEntry, state: LineRaffle = OPEN) =>
  standingLine(standingIn(raffle)(judged), state, { language: "en", timeZone: "Asia/Manila" });

describe("the line of truth", () => {
  test.each<[string, Partial<DrawTerms>, Partial<JudgedEntry>]>([
    ["In the draw for 2 prizes: Basket, Ham", {}, { wishes: wish("Ham", "Basket") }],
    ["In the draw for Cake", {}, { wishes: wish("Cake") }],
    ["In the draw for all 4 prizes, because you chose none", {}, {}],
    [
      "In the draw for all 4 prizes, because you chose none",
      {},
      { wishes: [{ prizeId: "Ham", status: "Unselected" }] },
    ],
    ["In the draw for all 4 prizes", {}, { wishes: wish("Basket", "Cake", "Ham", "Rice") }],
    ["In the draw for all 4 prizes", { prizes: EVERYONE }, { wishes: wish("Ham") }],
    ["In the draw for Basket", { prizes: PRIZES.slice(0, 1) }, {}],
    [
      "In the draw for 2 prizes: Basket, Cake",
      { prizes: [...EVERYONE.slice(0, 1), ...PRIZES.slice(1)] },
      { wishes: wish("Cake") },
    ],
    ["In the draw for Ham — with 4 chances", { drawWeight: "drops" }, { wishes: wish("Ham") }],
    ["Not in the draw yet: 1 rule to go — Buy anything worth 100 pesos", {}, { doneRules: ["follow"] }],
    ["Not in the draw yet: 2 rules to go — Follow our page, Buy anything worth 100 pesos", {}, { doneRules: [] }],
    [
      "Not in the draw yet: the shop still has to confirm this — Buy anything worth 100 pesos",
      {},
      { doneRules: ["follow"], claimedRules: ["buy"] },
    ],
    [
      "Not in the draw yet: 2 rules to go — Follow our page, Buy anything worth 100 pesos",
      {},
      { doneRules: [], claimedRules: ["buy"] },
    ],
    [
      "Not in the draw yet: the shop still has to confirm this — Buy anything worth 100 pesos",
      { drawRequires: "any-rule" },
      { doneRules: [], claimedRules: ["buy"] },
    ],
    [
      "Not in the draw yet: 2 rules to go — Buy anything, even one piece of candy; Share the post",
      {
        rules: ["Buy anything, even one piece of candy.", "Share the post."].map((details, at) =>
          newRule({ id: `rule-${at}`, details }),
        ),
      },
      { doneRules: [] },
    ],
    [
      "Not in the draw yet: one of these rules to go — Follow our page, Buy anything worth 100 pesos",
      { drawRequires: "any-rule" },
      { doneRules: [] },
    ],
    ["In the draw for all 4 prizes, because you chose none", { drawRequires: "any-rule" }, { doneRules: ["buy"] }],
    [
      "In the draw for all 4 prizes, because you chose none",
      { drawRequires: "any-rule", rules: [] },
      { doneRules: [] },
    ],
    ["In the draw for all 4 prizes, because you chose none", { drawRequires: "none" }, { doneRules: [] }],
    ["Out: Entered twice, by the organiser", {}, { disqualifiedFor: "Entered twice." }],
    [
      "Out: Entered twice, on November 24, 2026, by the organiser",
      {},
      { disqualifiedFor: "Entered twice", disqualifiedAt: new Date("2026-11-23T20:00:00Z") },
    ],
    [
      "Out: taken out by the organiser on November 24, 2026. To read why, please show your details.",
      {},
      { disqualifiedFor: "", disqualifiedAt: new Date("2026-11-23T20:00:00Z") },
    ],
  ])("says “%s”", (text, raffle, judged) => {
    expect(line({ ...RAFFLE, ...raffle }, entry(judged))).toBe(text);
  });

  test("says after closing that a rule was not done", () => {
    const text = "Not in the draw: 1 rule was not done — Buy anything worth 100 pesos";
    expect(line(RAFFLE, entry({ doneRules: ["follow"] }), CLOSED)).toBe(text);
    expect(line(RAFFLE, entry({ doneRules: ["follow"] }), DRAWN)).toBe(text);
  });

  test.each<[string, Partial<DrawTerms>, Partial<JudgedEntry>]>([
    ["Was in the draw for 2 prizes: Basket, Ham", {}, { wishes: wish("Ham", "Basket") }],
    ["Was in the draw for all 4 prizes, because you chose none", {}, {}],
    ["Was in the draw for Ham — with 4 chances", { drawWeight: "drops" }, { wishes: wish("Ham") }],
  ])("says after the draw what was: “%s”", (text, raffle, judged) => {
    expect(line({ ...RAFFLE, ...raffle }, entry(judged), DRAWN)).toBe(text);
    expect(line({ ...RAFFLE, ...raffle }, entry(judged), CLOSED)).toBe(text.replace("Was in", "In"));
  });

  test.each<[string, Partial<JudgedEntry>]>([
    ["With this you are in the draw for 2 prizes: Basket, Ham", { wishes: wish("Ham", "Basket") }],
    ["With this you are in the draw for all 4 prizes, because you chose none", {}],
    ["With this you are not in the draw yet: 1 rule to go — Buy anything worth 100 pesos", { doneRules: ["follow"] }],
    [
      "With this you are in the draw once the shop has confirmed this — Buy anything worth 100 pesos",
      { doneRules: ["follow"], claimedRules: ["buy"] },
    ],
  ])("says before it is sent what would be: “%s”", (text, judged) => {
    const t: Parameters<typeof standingText>[1] = (key, params = {}) => translate("en", { key, params });
    expect(standingText(standingIn(RAFFLE)(entry(judged)), t, { isSent: false })).toBe(text);
  });

  test.each<[string, Partial<JudgedEntry>, LineRaffle]>([
    ["In the draw for all 4 prizes, because they chose none", {}, OPEN],
    ["Was in the draw for all 4 prizes, because they chose none", {}, DRAWN],
    ["Out: taken out by the organiser", { disqualifiedFor: "" }, OPEN],
  ])("says to the shop's staff, who read about somebody else: “%s”", (text, judged, state) => {
    const standing = standingIn(RAFFLE)(entry(judged));
    for (const language of LANGUAGES) {
      const words = { language, timeZone: "Asia/Manila", reader: "staff" } as const;
      const said = standingLine(standing, state, words);
      expect(said).not.toMatch(/\b(you|your|ka|kang|mo|du|dir|deine)\b/i);
      if (language === "en") expect(said).toBe(text);
    }
  });

  test("names six prizes, and counts the rest", () => {
    const prizes = Array.from({ length: 24 }, (_, index) => ({
      ...{ id: String(index), prizeCode: `P${index}`, name: `Prize ${index}`, pool: "wished" as const },
    }));
    const wishes = wish(...prizes.slice(0, 9).map(({ id }) => id));
    expect(line({ ...RAFFLE, prizes }, entry({ wishes }))).toBe(
      "In the draw for 9 prizes: Prize 0, Prize 1, Prize 2, Prize 3, Prize 4, Prize 5 and 3 more",
    );
  });

  test("is another sentence in each language", () => {
    const standing = standingIn(RAFFLE)(entry({ doneRules: ["follow"] }));
    const lines = LANGUAGES.map((language) => standingLine(standing, OPEN, { language, timeZone: "UTC" }));
    expect(new Set(lines).size).toBe(LANGUAGES.length);
  });
});
