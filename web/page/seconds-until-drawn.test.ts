import { expect, test } from "vitest";
import { secondsUntilDrawn } from "./seconds-until-drawn.ts";

const now = new Date("2026-11-22T10:00:00Z");
const inSeconds = (seconds: number) => secondsUntilDrawn(new Date(now.getTime() + seconds * 1000), now);

test("a page waits until the draw can be there, and gives up where nothing came", () => {
  expect([600, 0, -9, -10, 86_390, 86_391].map(inSeconds)).toEqual([610, 10, 1, null, 86_400, null]);
});
