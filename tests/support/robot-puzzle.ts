import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";

/** Solves a puzzle as an API client does. Returns the value for the field `altcha`. */
export async function solveForApi(challenge: Challenge): Promise<string> {
  return encodeSolution({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

/** Encodes a solution, real or forged, as a client sends it. */
export function encodeSolution(solution: unknown): string {
  return Buffer.from(JSON.stringify(solution)).toString("base64");
}
