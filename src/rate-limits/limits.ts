/** The longest puzzle solution accepted, in characters. Ours have 700. */
export const MAX_SOLUTION_LENGTH = 2_000;

/**
 * The minimum and maximum keys that a browser derives to solve a puzzle of cost 1. With the rounds in puzzle.ts,
 * Chromium takes 0.3 to 0.6 s on a desktop, and three or four times as long on a phone. A robot's own program takes
 * about 0.3 s of one core.
 */
export const PUZZLE_TRIES = { least: 3_000, most: 6_000 } as const;

/**
 * The maximum puzzle cost of most actions: about 20 s of one core for a robot. A phone takes as long with all cores.
 */
export const HARDEST = 64;
