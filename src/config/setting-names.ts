import { distance } from "fastest-levenshtein";
import type { Environment } from "./env.ts";

/** A variable that is no setting, and the setting that it was probably meant to be. */
export type Misspelling = { readonly name: string; readonly meant: string };

/** Names shorter than this are near too many others: `PORT` and `SORT`. */
const MIN_LENGTH = 5;
/** From this length on two letters may differ, as two that changed places do. */
const LONG = 8;

/**
 * Finds variables that are no settings and are spelt nearly like one: `SMPT_URL`, `BACKUP_DRI`, `TRUSTPROXY`. A setting
 * that is itself set was not misspelt.
 *
 * @param settings the names of all settings
 * @returns one for each such variable, in the order of the environment
 */
export function findMisspelt(env: Environment, settings: readonly string[]): Misspelling[] {
  const known = new Set(settings);
  const unset = settings.filter((setting) => !env[setting]?.trim() && setting.length >= MIN_LENGTH);
  return Object.keys(env)
    .filter((name) => !known.has(name) && env[name]?.trim())
    .flatMap((name) => {
      const meant = nearestName(name, unset);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** One sentence for the operator. */
export function describeMisspelling({ name, meant }: Misspelling): string {
  return `${name} is no setting: it has no effect. Did you mean ${meant}?`;
}

/**
 * The first of some names that a word was probably meant to be; capitals do not count.
 *
 * @param long from this length on two letters may differ
 */
export function nearestName(word: string, names: readonly string[], long = LONG): string | undefined {
  return names.find((name) => isNear(word.toUpperCase(), name.toUpperCase(), long));
}

function isNear(word: string, name: string, long: number): boolean {
  const letters = distance(word, name);
  if (letters <= 1) return true;
  // The first letter is rarely mistyped, and other programs' names often differ there: HTTP_URL.
  return letters === 2 && name.length >= long && word[0] === name[0];
}
