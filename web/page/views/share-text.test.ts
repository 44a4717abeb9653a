import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#src/i18n/languages.ts";
import type { Prize } from "#src/raffles/schema.ts";
import { type ShareFacts, shareStage, shareText } from "./share-text.ts";

const timeZone = "Asia/Manila";
const rice = { name: "a sack of rice" } as Prize;
const WINNER = { ticket: 5, name: "Maria P." };

const OPEN: ShareFacts = {
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
  winners: null,
  outlook: "open",
};
const SOON: ShareFacts = { ...OPEN, outlook: "soon" };
const LOCKED: ShareFacts = { ...SOON, lockedAt: new Date("2026-11-25T08:00:00Z") };
const DRAWN: ShareFacts = { ...LOCKED, outlook: "drawn", drawnAt: new Date("2026-11-25T10:01:00Z") };
const WON: ShareFacts = {
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

const write = (raffle: ShareFacts, now = early) => shareText(raffle, { now, language: "en", timeZone });

const STAGES = [
  ["start", OPEN, early, ["a sack of rice", "Aling Nena’s"]],
  ["lastDay", OPEN, lastDay, ["a sack of rice", "Aling Nena’s"]],
  ["closed", SOON, new Date("2026-11-24T10:00:01Z"), ["Rice for a year"]],
  ["undrawn", { ...OPEN, outlook: "empty" }, new Date("2026-11-24T10:00:01Z"), ["Rice for a year"]],
  ["waiting", { ...DRAWN, outlook: "announcing" }, late, ["Rice for a year"]],
  ["lock", LOCKED, late, ["Rice for a year"]],
  ["show", DRAWN, late, ["Rice for a year"]],
  ["winners", WON, late, ["Rice for a year", "a sack of rice: Maria P., #8"]],
] as const satisfies readonly (readonly [string, ShareFacts, Date, readonly string[]])[];

describe.each(STAGES)("at the stage %s", (stage, raffle, now, facts) => {
  it.each(LANGUAGES)("the draft says what is so, in %s", (language) => {
    expect(shareStage(raffle, now)).toBe(stage);
    const text = shareText(raffle, { now, language, timeZone });
    for (const fact of facts) expect(text).toContain(fact);
    expect(text).not.toMatch(/\{\{|desk:|draft/);
    expect(text.includes("Maria")).toBe(stage === "winners");
  });
});

it("says the prizes, the shop and the end in the organiser's words", () => {
  expect(write(OPEN)).toBe("Win a sack of rice at Aling Nena’s — join until Tue, Nov 24 · 6 PM:");
  expect(write(OPEN, lastDay)).toContain("Last chance to win a sack of rice at Aling Nena’s — join until Tue");
  expect(write(LOCKED)).toContain("The draw: Wed, Nov 25 · 6 PM.");
});

it("promises no draw where none is to come, and no winners before they are announced", () => {
  const closed = new Date("2026-11-24T10:00:01Z");
  for (const outlook of ["empty", "nobody-in-play", "over"] as const)
    expect(write({ ...OPEN, outlook }, closed)).toBe("“Rice for a year” is closed.");
  const waiting = write({ ...WON, outlook: "announcing" });
  expect(waiting).toBe("“Rice for a year” is drawn. The winners are announced with the show:");
});

it("names the raffle where there is no shop, or no prize", () => {
  expect(write({ ...OPEN, shopName: "" })).toContain("Win a sack of rice in “Rice for a year” — join");
  expect(write({ ...OPEN, prizes: [] })).toBe("Join “Rice for a year” until Tue, Nov 24 · 6 PM:");
});

it("names no prize that nobody won, and says how many won besides", () => {
  const prize = { prizeCode: "R1", given: true, prizeName: "Rice", more: 0, winners: [] };
  expect(write({ ...WON, winners: [prize] })).toBe("“Rice for a year” is drawn. See and check the draw:");
  expect(write({ ...WON, winners: [{ ...prize, more: 7, winners: [WINNER] }] })).toMatch(/Rice: Maria P\. .*7/);
});
