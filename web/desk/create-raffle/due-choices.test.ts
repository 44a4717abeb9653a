import { describe, expect, it } from "vitest";
import { chooseDue, drawDateOf, dueOf } from "../raffle-form/due-choice.ts";
import { emptyRaffleForm } from "../raffle-form/read-raffle-form.ts";
import { dueChoices } from "./due-choices.ts";

const MANILA = "Asia/Manila";

const named = (now: string, timeZone = MANILA) =>
  dueChoices(new Date(now), timeZone).map(({ name, value }) => `${name} ${value}`);

describe("the usual due dates", () => {
  it("are this evening, tomorrow, Sunday, and in a week, of the site's own day", () => {
    // 9 AM on a Thursday in Manila, where the day before has not ended in UTC.
    expect(named("2026-11-26T01:00:00Z")).toEqual([
      "tonight 2026-11-26T20:00",
      "tomorrow 2026-11-27T20:00",
      "sunday 2026-11-29T20:00",
      "week 2026-12-03T20:00",
    ]);
    expect(named("2026-11-25T20:00:00Z")[0]).toBe("tonight 2026-11-26T20:00");
  });

  it("are tomorrow where nobody could join before this evening", () => {
    expect(named("2026-11-26T10:59:00Z")[0]).toBe("tonight 2026-11-26T20:00");
    for (const late of ["2026-11-26T11:00:00Z", "2026-11-26T13:00:00Z", "2026-11-26T15:59:00Z"]) {
      expect(named(late)[0], late).toBe("tomorrow 2026-11-27T20:00");
    }
  });

  it("name no day twice", () => {
    expect(named("2026-11-29T01:00:00Z")).toEqual([
      "tonight 2026-11-29T20:00",
      "tomorrow 2026-11-30T20:00",
      "week 2026-12-06T20:00",
    ]);
    // Late on a Saturday tomorrow is Sunday.
    expect(named("2026-11-28T14:00:00Z")).toEqual(["tomorrow 2026-11-29T20:00", "week 2026-12-05T20:00"]);
    // Late on a Sunday the next one is in a week.
    expect(named("2026-11-29T14:00:00Z")).toEqual(["tomorrow 2026-11-30T20:00", "week 2026-12-06T20:00"]);
  });

  it("have the same hour on both sides of summer time", () => {
    // On 25 October clocks in Berlin go back.
    expect(named("2026-10-24T08:00:00Z", "Europe/Berlin")).toEqual([
      "tonight 2026-10-24T20:00",
      "tomorrow 2026-10-25T20:00",
      "week 2026-10-31T20:00",
    ]);
    expect(named("2027-03-27T23:30:00Z", "Europe/Berlin")).toEqual([
      "tonight 2027-03-28T20:00",
      "tomorrow 2027-03-29T20:00",
      "week 2027-04-04T20:00",
    ]);
  });

  it("can be chosen until an hour before, counted in real time", () => {
    const left = dueChoices(new Date("2026-10-24T08:00:00Z"), "Europe/Berlin").map(({ leftMs }) => leftMs / 3_600_000);
    // Saturday evening is at UTC+2, the others at UTC+1.
    expect(left).toEqual([9, 34, 178]);
  });
});

it("a chosen due date leaves a draw date that is after it, and no other", () => {
  const values = { ...emptyRaffleForm(), drawDate: "2026-11-29T12:00" };
  const drawn = (due: string) => chooseDue(values, due).drawDate;
  expect([drawn("2026-11-28T20:00"), drawn("2026-11-29T12:00"), drawn("2026-12-03T20:00")]).toEqual([
    "2026-11-29T12:00",
    "",
    "",
  ]);
  expect(drawDateOf(chooseDue(values, "2026-12-03T20:00"))).toBe("2026-12-03T20:00");
});

it("a button of a due date is known by its date", () => {
  expect(["due:2026-11-28T20:00", "due:tonight", "create", "due:2026-11-28T20:00:00Z"].map(dueOf)).toEqual([
    "2026-11-28T20:00",
    undefined,
    undefined,
    undefined,
  ]);
});
