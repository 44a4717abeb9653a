import type { RaffleFormValues } from "./read-raffle-form.ts";

export const DUE_NAMES = ["tonight", "tomorrow", "sunday", "week"] as const;

export type DueName = (typeof DUE_NAMES)[number];

/** A usual due date of a new raffle. */
export type DueChoice = {
  readonly name: DueName;
  /** As somebody would type it, in the site's time zone. */
  readonly value: string;
  /** How long it can still be chosen, in milliseconds from when the page was made. */
  readonly leftMs: number;
};

const INTENT = /^due:(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})$/;

/** The due date of a pressed button; undefined for any other button. */
export function dueOf(intent: string): string | undefined {
  return INTENT.exec(intent)?.[1];
}

/** The form with a chosen due date. A draw date that would not be after it gives way to the first that is possible. */
export function chooseDue(values: RaffleFormValues, dueDate: string): RaffleFormValues {
  return { ...values, dueDate, drawDate: values.drawDate > dueDate ? values.drawDate : "" };
}

/** The draw date to send: without one the draw is as soon as the entries are checked and the list was public. */
export function drawDateOf({ drawDate, dueDate }: Pick<RaffleFormValues, "drawDate" | "dueDate">): string {
  return drawDate.trim() || dueDate;
}
