import { type Refused, refuse } from "#src/base/outcome.ts";
import type { Message, Refusal } from "#src/base/refusal.ts";
import { MIN_STRONG_PASSWORD } from "./limits.ts";

/** The highest score that counts as guessable: below 10^6 attempts, common passwords with swapped letters. */
const GUESSABLE_SCORE = 1;

/** The characters that are checked. More only take time; the beginning decides. */
const MAX_CHECKED_LENGTH = 40;

/** A new password as typed twice. `anyway` means the user insists on it after the warning. */
export type TypedPassword = { readonly password: string; readonly repeated: string; readonly anyway: boolean };

/** The user may insist after `common-password` and `short-password`, but not after `password-too-weak`. */
export type WeakPasswordRefusal = Refusal<"common-password" | "short-password" | "password-too-weak">;

type Strength = {
  check(
    password: string,
    userInputs: string[],
  ): { readonly score: number; readonly sequence: readonly { readonly pattern: string }[] };
};

let estimator: Promise<Strength> | undefined;

/**
 * Refuses a guessable password with `common-password` or `short-password`, unless the user insists. With `mustBeStrong`
 * (admins, users with a second factor) it refuses with `password-too-weak`, which has no exception, and requires a
 * longer password.
 *
 * @param known words of the person or the site, such as the user name
 * @returns the refusal, or null if the password is accepted
 */
export async function refuseWeak(
  { password, anyway }: Pick<TypedPassword, "password" | "anyway">,
  { known, mustBeStrong }: { readonly known: readonly string[]; readonly mustBeStrong: boolean },
): Promise<Refused<WeakPasswordRefusal> | null> {
  if (anyway && !mustBeStrong) return null;
  const weakness = await weaknessOf(password, known);
  const isShort = password.length < MIN_STRONG_PASSWORD;
  if (!mustBeStrong) return weakness && refusal(`${weakness}-password`, { key: `${weakness}Password` });
  if (isShort)
    return refusal("password-too-weak", { key: "passwordTooShortHere", params: { min: MIN_STRONG_PASSWORD } });
  return weakness && refusal("password-too-weak", { key: `${weakness}PasswordHere` });
}

function refusal(reason: WeakPasswordRefusal["reason"], message: Message): Refused<WeakPasswordRefusal> {
  return refuse({ reason, fields: { password: [message] } });
}

/**
 * Why a password is weak, or null. `common`: a well-known password, keyboard row, date, repetition or personal word.
 * `short`: partly random, but all passwords of its length are soon tried.
 */
async function weaknessOf(password: string, known: readonly string[]): Promise<"common" | "short" | null> {
  estimator ??= loadEstimator();
  const { score, sequence } = (await estimator).check(password.slice(0, MAX_CHECKED_LENGTH), [...known]);
  if (score > GUESSABLE_SCORE) return null;
  const isPartlyRandom = sequence.some(({ pattern }) => pattern === "bruteforce");
  return isPartlyRandom && password.length < MIN_STRONG_PASSWORD ? "short" : "common";
}

/** Loads a megabyte of words on demand: only registration and password changes need it. */
async function loadEstimator(): Promise<Strength> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
