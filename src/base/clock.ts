/** The time source injected into features, so that no feature reads the system clock itself. */
export type Clock = () => Date;

/** The machine's own time. Whether a raffle is open depends on the database's clock instead. */
export const systemClock: Clock = () => new Date();

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
