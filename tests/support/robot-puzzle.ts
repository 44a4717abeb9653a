import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";

/** Solves a puzzle as a client of the API does; answers what goes into the field `altcha`. */
export async function solveForApi(challenge: Challenge): Promise<string> {
  return encodeSolution({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

/** A solution, or what pretends to be one, as it is sent. */
export function encodeSolution(solution: unknown): string {
  return Buffer.from(JSON.stringify(solution)).toString("base64");
}
