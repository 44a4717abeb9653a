import { expect, it } from "vitest";
import { announcedBy, shownPrizes, willWaitUntil } from "./rules.ts";

const DRAWN = new Date("2026-11-28T12:00:00.000Z");
const STEPS = [0, 1, 2, 3, 4, 5];

it.each([
  ["at once, and a show hides only what it is to come to", "at-once", DRAWN, [2, 0, 1, 1, 2, 2]],
  ["with the show: nobody before it", "with-show", null, [0, 0, 1, 1, 2, 2]],
  ["with the show, and announced since: all, however far it is", "with-show", DRAWN, [2, 2, 2, 2, 2, 2]],
] as const)("everybody sees winners %s", (_name, announce, announcedAt, shown) => {
  expect(STEPS.map((step) => shownPrizes({ announce, announcedAt, step }, 2))).toEqual(shown);
});

it("says before the draw until when winners will wait for their show", () => {
  expect(willWaitUntil({ announce: "with-show" }, DRAWN)).toEqual(new Date("2026-11-29T12:00:00.000Z"));
  expect(willWaitUntil({ announce: "at-once" }, DRAWN)).toBeNull();
});

it("says until when winners wait for their show, while they do", () => {
  expect(announcedBy({ drawnAt: DRAWN, announcedAt: null })).toEqual(new Date("2026-11-29T12:00:00.000Z"));
  expect(announcedBy({ drawnAt: DRAWN, announcedAt: DRAWN })).toBeNull();
  expect(announcedBy({ drawnAt: null, announcedAt: null })).toBeNull();
});
