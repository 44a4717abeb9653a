import { formatWallClock } from "#src/raffles/moment.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { formText } from "./form-text.ts";
import { type RaffleFormValues, readRaffleForm } from "./raffle-form.ts";

/** What differs between what an organiser typed and what another saved meanwhile. */
export type Difference = {
  readonly field: Exclude<keyof RaffleFormValues, "key">;
  readonly yours: string;
  readonly stored: string;
};

/** A stored raffle as the form holds it. */
export function storedRaffleForm(raffle: PublicRaffle, timeZone: string): RaffleFormValues {
  return {
    name: raffle.name,
    details: raffle.details,
    dueDate: formatWallClock(raffle.dueDate, timeZone),
    drawDate: formatWallClock(raffle.drawDate, timeZone),
    retentionDays: String(raffle.retentionDays),
    status: raffle.status,
    sources: raffle.sources.join(", "),
    facebookLink: raffle.facebookLink,
    instagramLink: raffle.instagramLink,
    prizes: raffle.prizes.map((prize, index) => ({
      key: String(index + 1),
      id: prize.id,
      prizeCode: prize.prizeCode,
      name: prize.name,
      details: prize.details,
      worth: prize.worth,
      numberOfWinners: String(prize.numberOfWinners),
      orderNumber: String(prize.orderNumber),
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

/** Reads the edit form: the raffle's form, and what the organiser answered to what was asked. */
export function readEditForm(form: FormData) {
  const overwrite = formText(form, "overwrite");
  return {
    ...readRaffleForm(form),
    version: overwrite || formText(form, "version"),
    /** Pressed after the organiser was shown what another saved. */
    overwrites: overwrite !== "",
    confirmed: formText(form, "confirm").split(",").filter(Boolean),
    removeBanner: form.get("removeBanner") === "on",
  };
}

/** Of what was typed, what the raffle is sent: a date that was left alone keeps the seconds that its field does not show. */
export function withoutUntouchedDates(body: RaffleFormValues, stored: RaffleFormValues): Partial<RaffleFormValues> {
  const { dueDate, drawDate, ...rest } = body;
  return {
    ...rest,
    ...(dueDate !== stored.dueDate && { dueDate }),
    ...(drawDate !== stored.drawDate && { drawDate }),
  };
}

/** Rows that another deleted meanwhile become new ones: an organiser who saves anyway wants them. */
export function asNewWhereGone(values: RaffleFormValues, stored: RaffleFormValues): RaffleFormValues {
  const known = new Set([...stored.prizes, ...stored.rules].map((row) => row.id));
  const revive = <Row extends { readonly id: string }>(row: Row): Row => (known.has(row.id) ? row : { ...row, id: "" });
  return { ...values, prizes: values.prizes.map(revive), rules: values.rules.map(revive) };
}

/** Where what was typed differs from what is stored, as texts to lay side by side. */
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
      .map((row) => line([row.orderNumber, row.prizeCode, row.name, row.details, row.worth, row.numberOfWinners]))
      .join("\n"),
    rules: rules.map((row) => line([row.number, row.details, row.drops])).join("\n"),
  };
}
