import { randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey as deriveSolution } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { z } from "zod";
import { deriveKey } from "#src/base/derive-key.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { MAX_SOLUTION_LENGTH, PUZZLE_TRIES } from "./limits.ts";

/** The action needs the challenge solved, or a wait of `seconds` until the limit is free again. */
export type ChallengeRefusal = Refusal<"challenge-required"> & {
  readonly challenge: Challenge;
  /** Null where a wait does not help. */
  readonly seconds: number | null;
};

/** What a puzzle's solution is bound to, such as one entry of one raffle. It is valid for nothing else. */
export type Bound = Readonly<Record<string, string>>;

/** A valid solution: its cost in plain puzzles, and its id, so that it counts only once. */
export type Solved = { readonly cost: number; readonly id: string };

/** Makes ALTCHA puzzles and checks their solutions. Stores nothing: a puzzle carries its own signature. */
export type Puzzle = {
  /** @param cost the work, as a multiple of a plain puzzle */
  make(bound: Bound, cost?: number): Promise<Challenge>;
  /** Checks a solution as ALTCHA sends it: JSON in base64. Null if invalid, expired or bound to something else. */
  check(bound: Bound, sent: unknown): Promise<Solved | null>;
};

/**
 * SHA-256 rounds per derived key. One Web Crypto call costs a browser as much as 500 rounds. Fewer rounds would favour
 * a robot's own program, which has no such calls. More would only cost the server more.
 */
const ALGORITHM = "PBKDF2/SHA-256";
const ROUNDS = 500;

/** Harder puzzles first have up to this many times the rounds, which save browser calls. Then they need more keys. */
const MAX_ROUNDS = 4;

/** A puzzle is valid for 10 minutes: enough for the slowest phone in a tunnel, too short to stockpile solutions. */
const GOOD_FOR_MS = 10 * 60_000;
/** Extra validity per unit of cost, for the slowest phone. */
const LONGER_PER_COST_MS = 4_000;

const solution = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      cost: z.number(),
      data: z.record(z.string(), z.union([z.string(), z.number()])),
      expiresAt: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * @param secret the site's secret: processes that share it accept each other's puzzles
 * @param now returns milliseconds, like Date.now()
 */
export function createPuzzle(secret: Uint8Array, now: () => number): Puzzle {
  const keys = {
    hmacSignatureSecret: deriveKey(secret, "robot puzzle/1").toString("base64url"),
    // The solved key is checked by its signature, so a check costs the same for every difficulty.
    hmacKeySignatureSecret: deriveKey(secret, "robot puzzle's key/1").toString("base64url"),
  };
  return {
    make(bound, cost = 1) {
      const rounds = Math.min(cost, MAX_ROUNDS);
      const most = Math.ceil((PUZZLE_TRIES.most * cost) / rounds);
      return createChallenge({
        ...keys,
        algorithm: ALGORITHM,
        cost: ROUNDS * rounds,
        counter: randomInt(Math.floor((PUZZLE_TRIES.least * cost) / rounds), most),
        data: { ...bound, puzzleCost: cost, mostTries: most },
        deriveKey: deriveSolution,
        expiresAt: new Date(now() + GOOD_FOR_MS + (cost - 1) * LONGER_PER_COST_MS),
      });
    },
    async check(bound, sent) {
      const read = solution.safeParse(decode(sent));
      if (!read.success) return null;
      const { puzzleCost, mostTries: _, ...data } = read.data.challenge.parameters.data;
      const names = Object.keys(bound);
      if (names.length !== Object.keys(data).length || names.some((name) => data[name] !== bound[name])) return null;
      if (!(await verifySolution({ ...keys, ...read.data, deriveKey: deriveSolution })).verified) return null;
      const { nonce } = read.data.challenge.parameters;
      return { cost: Number(puzzleCost), id: nonce };
    },
  };
}

function decode(sent: unknown): unknown {
  if (typeof sent !== "string" || sent.length > MAX_SOLUTION_LENGTH) return null;
  try {
    return JSON.parse(Buffer.from(sent, "base64").toString());
  } catch {
    return null;
  }
}
