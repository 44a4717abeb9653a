import { DAY_MS, MINUTE_MS } from "#src/base/clock.ts";

/** What an organiser chooses of a raffle's times. */
export type PlannedTimes = {
  readonly dueDate: Date;
  readonly drawDate: Date;
  readonly checkMinutes: number;
  readonly leadMinutes: number;
};

/** All of a raffle that its times follow from. */
export type TimelineFacts = PlannedTimes & {
  readonly createdAt: Date;
  /** Only an unpublished raffle has such a plan: lists leave it out. */
  readonly publishAt?: Date | null;
  readonly claimDays: number;
  readonly lockedAt: Date | null;
  readonly roundAt: Date | null;
  /** Where winners wait for the show, they can claim from their announcement on. */
  readonly announce?: string;
  readonly announcedAt?: Date | null;
};

/** When everything happens in a raffle: the plan until its list is locked, what was so afterwards. */
export type Timeline = {
  /** When people can find it. */
  readonly opens: Date;
  readonly closes: Date;
  /** Until then the organiser checks the entries; from then on the list is public, and nobody changes it. */
  readonly lock: Date;
  readonly draw: Date;
  /** Until then those who are drawn at first can claim, or longer where they wait for the show. */
  readonly claimUntil: Date;
};

/**
 * When everything happens in a raffle. Every screen, mail, file and answer takes its times from here, so that no two of
 * them name different ones.
 */
export function timelineOf(raffle: TimelineFacts): Timeline {
  const lock = raffle.lockedAt ?? lockAtOf(raffle);
  const draw = raffle.roundAt ?? new Date(Math.max(raffle.drawDate.getTime(), lock.getTime() + leadOf(raffle)));
  const announced = (raffle.announce === "with-show" && raffle.announcedAt) || draw;
  return {
    opens: raffle.publishAt ?? raffle.createdAt,
    closes: raffle.dueDate,
    lock,
    draw,
    claimUntil: new Date(announced.getTime() + raffle.claimDays * DAY_MS),
  };
}

/**
 * What a closed raffle with winners to come waits for: `lock` for the time at which its list locks, `locking` for the
 * lock itself, `draw` for the time of its randomness, `beacon` for the randomness itself.
 */
export type Waits = "lock" | "locking" | "draw" | "beacon";

/** Decides what a closed raffle waits for. It has one answer for an open one too: what it waits for once it closes. */
export function waitsFor(raffle: TimelineFacts, now: Date): Waits {
  const { lock, draw } = timelineOf(raffle);
  if (raffle.lockedAt === null) return now < lock ? "lock" : "locking";
  return now < draw ? "draw" : "beacon";
}

/** When the list of a raffle that is not locked locks by itself. */
export function lockAtOf(times: PlannedTimes): Date {
  return new Date(Math.max(checkedAt(times), times.drawDate.getTime() - leadOf(times)));
}

/** The draw date of these times, or the first that leaves time to check entries and to publish the list. */
export function possibleDrawDate(times: PlannedTimes): Date {
  return new Date(Math.max(times.drawDate.getTime(), checkedAt(times) + leadOf(times)));
}

/** When the organiser's time to check entries is over. */
function checkedAt({ dueDate, checkMinutes }: PlannedTimes): number {
  return dueDate.getTime() + checkMinutes * MINUTE_MS;
}

function leadOf({ leadMinutes }: PlannedTimes): number {
  return leadMinutes * MINUTE_MS;
}
