import type { RaffleField } from "#src/raffles/fields.ts";

/** The times of a raffle that the page “Today” changes, in their order. */
export const TIMES = ["dueDate", "checkMinutes", "drawDate"] as const satisfies RaffleField[];

export type TimeField = (typeof TIMES)[number];

/** As they are typed. */
export type Times = Readonly<Record<TimeField, string>>;
