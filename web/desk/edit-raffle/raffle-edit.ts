import { eachRaffleField, type RaffleField } from "#src/raffles/fields.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { formatWallClock } from "#src/raffles/wall-clock.ts";
import { formText } from "../../requests/form-text.ts";
import { type RaffleFormValues, readRaffleForm } from "../raffle-form/read-raffle-form.ts";

/** A difference between the organiser's values and what somebody else saved meanwhile. */
export type Difference = {
  readonly field: Exclude<keyof RaffleFormValues, "key">;
  readonly yours: string;
  readonly stored: string;
};

/** A stored raffle as form values. */
export function storedRaffleForm(raffle: PublicRaffle, timeZone: string): RaffleFormValues {
  return {
    ...eachRaffleField((name) => asTyped(raffle[name], timeZone)),
    prizes: raffle.prizes.map((prize, index) => ({
      key: String(index + 1),
      id: prize.id,
      prizeCode: prize.prizeCode,
      name: prize.name,
      details: prize.details,
      worth: prize.worth,
      numberOfWinners: String(prize.numberOfWinners),
      orderNumber: String(prize.orderNumber),
      pool: prize.pool,
      icon: prize.icon,
      picture: prize.picture,
    })),
    rules: raffle.rules.map(({ id, number, details, drops }, index) => ({
      key: String(index + 1),
      id,
      number: String(number),
      details,
      drops: String(drops),
    })),
  };
}

/** A stored field as an organiser would type it. */
function asTyped(value: PublicRaffle[RaffleField], timeZone: string): string {
  if (value instanceof Date) return formatWallClock(value, timeZone);
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** Reads the edit form: the raffle's fields, and the organiser's answers to questions. */
export function readEditForm(form: FormData) {
  const overwrite = formText(form, "overwrite");
  return {
    ...readRaffleForm(form),
    version: overwrite || formText(form, "version"),
    /** Set when the organiser chose to overwrite what somebody else saved. */
    overwrites: overwrite !== "",
    confirmed: formText(form, "confirm").split(",").filter(Boolean),
    removeBanner: form.get("removeBanner") === "on",
    removeLogo: form.get("removeLogo") === "on",
  };
}

/** Leaves out dates that were not changed: they keep the seconds that their fields do not show. */
export function withoutUntouchedDates(body: RaffleFormValues, stored: RaffleFormValues): Partial<RaffleFormValues> {
  const { dueDate, drawDate, publishAt, ...rest } = body;
  return {
    ...rest,
    ...(dueDate !== stored.dueDate && { dueDate }),
    ...(drawDate !== stored.drawDate && { drawDate }),
    ...(publishAt !== stored.publishAt && { publishAt }),
  };
}

/** Rows that somebody else deleted meanwhile become new rows, because the organiser chose to save anyway. */
export function asNewWhereGone(values: RaffleFormValues, stored: RaffleFormValues): RaffleFormValues {
  const known = new Set([...stored.prizes, ...stored.rules].map((row) => row.id));
  const revive = <Row extends { readonly id: string }>(row: Row): Row => (known.has(row.id) ? row : { ...row, id: "" });
  return { ...values, prizes: values.prizes.map(revive), rules: values.rules.map(revive) };
}

/** The fields where typed and stored values differ, as texts to show side by side. */
export function differencesOf(typed: RaffleFormValues, stored: RaffleFormValues): Difference[] {
  const [yours, theirs] = [asTexts(typed), asTexts(stored)];
  return (Object.keys(theirs) as Difference["field"][])
    .filter((field) => yours[field] !== theirs[field])
    .map((field) => ({ field, yours: yours[field], stored: theirs[field] }));
}

function asTexts({ prizes, rules, ...texts }: RaffleFormValues): Record<Difference["field"], string> {
  const line = (parts: readonly string[]) => parts.filter(Boolean).join(" · ");
  return {
    ...texts,
    prizes: prizes
      .map((row) =>
        line([
          row.orderNumber,
          row.prizeCode,
          row.name,
          row.details,
          row.worth,
          row.numberOfWinners,
          row.pool,
          row.icon,
        ]),
      )
      .join("\n"),
    rules: rules.map((row) => line([row.number, row.details, row.drops])).join("\n"),
  };
}
