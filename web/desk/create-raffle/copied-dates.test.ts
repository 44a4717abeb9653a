import { expect, it } from "vitest";
import { copiedDates } from "./copied-dates.ts";

const at = (text: string) => new Date(text);

it("takes the next such weekday and hour, and the same time to the draw", () => {
  const dates = { dueDate: at("2026-05-01T10:00:00Z"), drawDate: at("2026-05-03T04:30:00Z") };
  expect(copiedDates(dates, at("2026-05-20T00:00:00Z"), "Asia/Manila")).toEqual({
    dueDate: "2026-05-22T18:00",
    drawDate: "2026-05-24T12:30",
  });
  // Due in this minute, it is a week away.
  expect(copiedDates(dates, at("2026-05-08T10:00:00Z"), "Asia/Manila").dueDate).toBe("2026-05-15T18:00");
});

it("is a week after one that is still open, and keeps the hour over summer time", () => {
  const dates = { dueDate: at("2026-10-24T16:00:00Z"), drawDate: at("2026-10-24T18:00:00Z") };
  expect(copiedDates(dates, at("2026-10-20T00:00:00Z"), "Europe/Berlin")).toEqual({
    dueDate: "2026-10-31T18:00",
    drawDate: "2026-10-31T20:00",
  });
});
