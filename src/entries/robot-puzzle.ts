import { hkdfSync, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { z } from "zod";
import { LONGEST_SOLUTION, PUZZLE_TRIES } from "./limits.ts";

/** What a puzzle's solution is good for: one entry, which a raffle takes once. */
export type PuzzledEntry = { readonly raffleId: string; readonly entryCode: string };

/** Makes ALTCHA's puzzles and checks their solutions. Nothing is remembered: a puzzle carries its own signature. */
export type RobotPuzzle = {
  make(entry: PuzzledEntry): Promise<Challenge>;
  /** Whether this is the solution of an unexpired puzzle for this entry, as ALTCHA writes one: JSON in base64. */
  isSolved(entry: PuzzledEntry, sent: unknown): Promise<boolean>;
};

/**
 * SHA-256 so many times over for each try. Calling Web Crypto costs a browser as much as 500 rounds: with fewer, a
 * robot's own program, which has no such calls, would have it easier than a person. More would only cost the server more.
 */
const ALGORITHM = "PBKDF2/SHA-256";
const ROUNDS = 500;

/** Long enough for the slowest phone in a tunnel, short enough that nobody solves today what is sent tomorrow. */
const GOOD_FOR_MS = 10 * 60_000;

const solution = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      cost: z.number(),
      data: z.object({ entryCode: z.string(), raffleId: z.string() }),
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
 * @param secret the site's: processes that share it take each other's puzzles
 * @param now milliseconds, as Date.now() has them
 */
export function createRobotPuzzle(secret: Uint8Array, now: () => number): RobotPuzzle {
  // Keys of their own, so that what one part of the site signs means nothing to another.
  const keyFor = (use: string) => Buffer.from(hkdfSync("sha256", secret, "", use, 32)).toString("base64url");
  const keys = {
    hmacSignatureSecret: keyFor("robot puzzle/1"),
    // With it the solved key is known again by its signature: checking costs the same whatever solving costs.
    hmacKeySignatureSecret: keyFor("robot puzzle's key/1"),
  };
  return {
    make({ raffleId, entryCode }) {
      return createChallenge({
        ...keys,
        algorithm: ALGORITHM,
        cost: ROUNDS,
        counter: randomInt(PUZZLE_TRIES.least, PUZZLE_TRIES.most),
        data: { raffleId, entryCode },
        deriveKey,
        expiresAt: new Date(now() + GOOD_FOR_MS),
      });
    },
    async isSolved({ raffleId, entryCode }, sent) {
      const read = solution.safeParse(decode(sent));
      if (!read.success) return false;
      const { data } = read.data.challenge.parameters;
      if (data.raffleId !== raffleId || data.entryCode !== entryCode) return false;
      return (await verifySolution({ ...keys, ...read.data, deriveKey })).verified;
    },
  };
}

function decode(sent: unknown): unknown {
  if (typeof sent !== "string" || sent.length > LONGEST_SOLUTION) return null;
  try {
    return JSON.parse(Buffer.from(sent, "base64").toString());
  } catch {
    return null;
  }
}
