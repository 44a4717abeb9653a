import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#src/i18n/languages.ts";
import type { Prize } from "#src/raffles/schema.ts";
import { type PostFacts, postsOf } from "./posts.ts";

const timeZone = "Asia/Manila";
const origin = "https://raffles.example";
const rice = { name: "a sack of rice" } as Prize;
const WINNER = { ticket: 5, name: "Maria P." };

const OPEN: PostFacts = {
  codeId: "RICE2345",
  name: "Rice for a year",
  shopName: "Aling Nena’s",
  prizes: [rice],
  dueDate: new Date("2026-11-24T10:00:00Z"),
  drawDate: new Date("2026-11-25T10:00:00Z"),
  leadMinutes: 60,
  checkMinutes: 0,
  claimDays: 60,
  createdAt: new Date("2026-11-01T10:00:00Z"),
  lockedAt: null,
  roundAt: null,
  drawnAt: null,
  entriesFrom: "form",
  winners: null,
  outlook: "open",
  words: null,
  isChecked: false,
  isHandedOver: false,
};
const SOON: PostFacts = { ...OPEN, outlook: "soon" };
const LOCKED: PostFacts = { ...SOON, lockedAt: new Date("2026-11-25T08:00:00Z"), words: "one two" };
const DRAWN: PostFacts = { ...LOCKED, outlook: "drawn", drawnAt: new Date("2026-11-25T10:01:00Z") };
const WON: PostFacts = {
  ...DRAWN,
  winners: [
    {
      prizeCode: "R1",
      given: true,
      prizeName: "a sack of rice",
      more: 0,
      winners: [WINNER, { ticket: 8, name: null }],
    },
  ],
};

const early = new Date("2026-11-20T10:00:00Z");
const lastDay = new Date("2026-11-23T10:00:01Z");
const late = new Date("2026-11-25T12:00:00Z");

const write = (raffle: PostFacts, now = early) => postsOf(raffle, { now, language: "en", timeZone, origin })[0]?.text;

const STAGES = [
  ["start", OPEN, early, "social", ["a sack of rice", "Aling Nena’s"]],
  ["lastDay", OPEN, lastDay, "social", ["a sack of rice", "Aling Nena’s"]],
  ["closed", SOON, new Date("2026-11-24T10:00:01Z"), "share-card", ["Rice for a year"]],
  ["undrawn", { ...OPEN, outlook: "empty" }, new Date("2026-11-24T10:00:01Z"), "share-card", ["Rice for a year"]],
  ["waiting", { ...DRAWN, outlook: "announcing" }, late, "share-card", ["Rice for a year"]],
  ["lock", LOCKED, late, "share-card", ["Rice for a year", "one two"]],
  ["show", DRAWN, late, "share-card", ["Rice for a year"]],
  ["winners", WON, late, "result-card", ["Rice for a year", "a sack of rice: Maria P., #8"]],
  ["handedOver", { ...WON, isHandedOver: true }, late, "result-card", ["Rice for a year"]],
] as const satisfies readonly (readonly [string, PostFacts, Date, string, readonly string[]])[];

describe.each(STAGES)("at the stage %s", (stage, raffle, now, picture, facts) => {
  it.each(LANGUAGES)("the first post says what is so, in %s", (language) => {
    const [post] = postsOf(raffle, { now, language, timeZone, origin });
    expect(post).toMatchObject({ stage, from: null });
    for (const fact of facts) expect(post?.text).toContain(fact);
    expect(post?.text).not.toMatch(/\{\{|desk:|draft/);
    expect(post?.text.includes("Maria")).toBe(stage === "winners");
    expect(post?.picture.src).toBe(`/${picture}/RICE2345.png?lang=${language}`);
    expect(post?.link).toBe(`${origin}/raffle/RICE2345${raffle.lockedAt ? "/draw" : ""}`);
  });
});

it("says the prizes, the shop and the end in the organiser's words", () => {
  expect(write(OPEN)).toBe("To win at Aling Nena’s: a sack of rice. Join until Tue, Nov 24 · 6 PM:");
  expect(write(OPEN, lastDay)).toContain("Last chance at Aling Nena’s to win: a sack of rice. Join until Tue");
  expect(write(LOCKED)).toBe(
    "The list of “Rice for a year” is locked: nobody can change it any more. The draw: Wed, Nov 25 · 6 PM. " +
      "The list in six words: one two. Everybody can check it:",
  );
  expect(write({ ...LOCKED, isChecked: true })).toContain("It was checked before.");
});

it("prepares the post of the last day, and goes on to name winners once all prizes are handed over", () => {
  const stages = (raffle: PostFacts, now: Date) =>
    postsOf(raffle, { now, language: "en", timeZone, origin }).map(({ stage, from }) => [stage, from?.toISOString()]);
  expect(stages(OPEN, early)).toEqual([
    ["start", undefined],
    ["lastDay", "2026-11-23T10:00:00.000Z"],
  ]);
  expect(stages(OPEN, lastDay)).toEqual([["lastDay", undefined]]);
  expect(stages({ ...WON, isHandedOver: true }, late)).toEqual([
    ["handedOver", undefined],
    ["winners", undefined],
  ]);
});

it("promises no draw where none is to come, and no winners before they are announced", () => {
  const closed = new Date("2026-11-24T10:00:01Z");
  for (const outlook of ["empty", "nobody-in-play", "over"] as const)
    expect(write({ ...OPEN, outlook }, closed)).toBe("“Rice for a year” is closed.");
  const waiting = write({ ...WON, outlook: "announcing" });
  expect(waiting).toBe("“Rice for a year” is drawn. The winners are announced with the show:");
  for (const now of [early, lastDay, closed, late])
    for (const raffle of [OPEN, SOON, LOCKED])
      for (const { text } of postsOf(raffle, { now, language: "en", timeZone, origin }))
        expect(text).not.toMatch(/winner|won\b|drawn/i);
});

it("names the raffle where there is no shop, or no prize", () => {
  expect(write({ ...OPEN, shopName: "" })).toContain("To win in “Rice for a year”: a sack of rice. Join");
  expect(write({ ...OPEN, prizes: [] })).toBe("Join “Rice for a year” until Tue, Nov 24 · 6 PM:");
});

it("names no prize that nobody won, and says how many won besides", () => {
  const prize = { prizeCode: "R1", given: true, prizeName: "Rice", more: 0, winners: [] };
  expect(write({ ...WON, winners: [prize] })).toBe("“Rice for a year” is drawn. See and check the draw:");
  expect(write({ ...WON, winners: [{ ...prize, more: 7, winners: [WINNER] }] })).toMatch(/Rice: Maria P\. .*7/);
});
