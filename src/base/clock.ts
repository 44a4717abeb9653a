/** The time source injected into features, so that no feature reads the system clock itself. */
export type Clock = () => Date;

/** The machine's own time. Whether a raffle is open depends on the database's clock instead. */
export const systemClock: Clock = () => new Date();
