/** The time source that features are given, so that none of them reads the clock itself. */
export type Clock = () => Date;

/** The machine's own time. Whether a raffle is open is asked of the database's clock instead. */
export const systemClock: Clock = () => new Date();
