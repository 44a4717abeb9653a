import { DAY_MS } from "#src/base/clock.ts";
import { type Allowance, type BackoffPolicy, costAfter, waitAfter } from "#src/rate-limits/backoff.ts";

import { SPARED } from "#src/rate-limits/strangers-limits.ts";

/** Average seconds of one robot core for a puzzle of cost 1. Measured: see decision 0012. */
const ROBOT_SECONDS = 0.3;

/** 4 characters of A–Z and 0–9, of which an attempt compares two. */
const ACCESS_CODES = 36 ** 4 / 2;

const YEAR_MS = 365.25 * DAY_MS;

/** An attack at a steady pace from any number of addresses, and its average cost per hit. */
export type AttackCost = { readonly triesInWindow: number; readonly years: number; readonly coreHours: number };

/** The site-wide limit: the only one that stops an attacker with unlimited addresses. */
export type SiteLimit = { readonly site: Allowance; readonly hardest: number };

/** The core-hours of a robot for this many attempts in one window. */
function coreHoursOf({ site, hardest }: SiteLimit, tries: number): number {
  let cost = 0;
  for (let before = 0; before < tries; before += 1) cost += costAfter(site, before, hardest);
  return (cost * ROBOT_SECONDS) / 3600;
}

/**
 * The average cost of one hit at the same number of attempts in every window. A varying pace only mixes these costs.
 *
 * @param guesses the average number of attempts for one hit
 */
export function attackCostAt(limit: SiteLimit, guesses: number, triesInWindow: number): AttackCost {
  const windows = guesses / triesInWindow;
  return {
    triesInWindow,
    years: (windows * limit.site.windowMs) / YEAR_MS,
    coreHours: windows * coreHoursOf(limit, triesInWindow),
  };
}

/** A policy whose site counts networks, and which bounds each widest network by `wider`. */
export type NetworkLimit = SiteLimit & { readonly wider: Allowance };

/**
 * The maximum failures a day from this many /24s or /48s, with this many cores that run all the time. The attacker
 * makes the cheapest tries first: few networks try often before many networks raise the price.
 */
export function triesADay({ site, wider, hardest }: NetworkLimit, networks: number, cores: number): number {
  const spared = (SPARED.aDay.free * site.windowMs) / SPARED.aDay.windowMs;
  const upTo = ({ free, doublesAfter }: Allowance, doubled: number) => free + doublesAfter * doubled;
  let puzzles = (cores * site.windowMs) / 1000 / ROBOT_SECONDS;
  let tries = 0;
  for (let doubled = 0, cost = 0; ; doubled += 1, cost = 2 ** (doubled - 1)) {
    const busy = Math.min(networks, upTo(site, doubled));
    const most = cost < hardest ? busy * upTo(wider, doubled) + (networks - busy) * spared : Number.POSITIVE_INFINITY;
    const affordable = cost === 0 ? most : Math.min(most, tries + Math.floor(puzzles / cost));
    puzzles -= (affordable - tries) * cost;
    tries = affordable;
    if (tries < most) return (tries * DAY_MS) / site.windowMs;
  }
}

/** The same where the site counts failures, wherever they come from: what these policies did before. */
export function triesADayBySite({ site, hardest }: SiteLimit, cores: number): number {
  const { triesInWindow } = fastestWith({ site, hardest }, 1, cores);
  return (Math.max(site.free, triesInWindow) * DAY_MS) / site.windowMs;
}

/** The fastest attack with this many cores that run all the time. */
export function fastestWith({ site, hardest }: SiteLimit, guesses: number, cores: number): AttackCost {
  let seconds = (cores * site.windowMs) / 1000;
  let tries = 0;
  for (; seconds >= 0; tries += 1) seconds -= costAfter(site, tries, hardest) * ROBOT_SECONDS;
  return attackCostAt({ site, hardest }, guesses, tries - 1);
}

/**
 * The average years to guess the access code of one raffle or event, from any number of addresses.
 * Assumes the faster strategy: try without a pause, or rest after some attempts until the count is forgotten.
 *
 * @param codes how many codes there are; on average an attacker tries half of them
 */
export function expectedYearsToGuess(policy: BackoffPolicy, codes: number = ACCESS_CODES): number {
  let fastest = policy.longestWaitMs;
  let spent = 0;
  for (let failures = 1; ; failures += 1) {
    const wait = waitAfter(policy, failures);
    fastest = Math.min(fastest, (spent + Math.max(wait, policy.forgetAfterMs)) / failures);
    spent += wait;
    // Once waits reach the maximum, resting gains nothing new. Two forgetting periods of them are enough to stop.
    if (wait === policy.longestWaitMs && spent > 2 * policy.forgetAfterMs) break;
  }
  return (((codes + 1) / 2) * fastest) / YEAR_MS;
}
