import { z } from "zod";
import { CODE_FORMATS } from "#src/base/code-formats.ts";

const entryCode = z.string().regex(CODE_FORMATS.entry);

/** What refused requests are answered: a problem, and the puzzle that some of them ask for. */
export function problems() {
  const hex = z.string().regex(/^[0-9a-f]+$/);
  const Challenge = z
    .object({
      parameters: z.object({
        algorithm: z.literal("PBKDF2/SHA-256"),
        cost: z.int(),
        data: z
          .object({
            entryCode: entryCode.optional(),
            raffleId: z.string().optional(),
            puzzleCost: z.int().describe("How many times the usual work it takes."),
            mostTries: z.int().describe("The counter is not beyond."),
          })
          .describe("The one entry that the solution is good for."),
        expiresAt: z.int().describe("Seconds since 1970."),
        keyLength: z.int(),
        keyPrefix: hex,
        keySignature: hex,
        nonce: hex,
        salt: hex,
      }),
      signature: hex,
    })
    .describe(
      "The solution is the base64 of the JSON of `{challenge, solution: {counter, derivedKey}}`: the first 4-byte counter, " +
        "appended to the nonce, whose derived key begins with `keyPrefix`.",
    );
  const Problem = z.object({
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("A sentence for the person who sent it."),
    code: z.string().describe("Stable, for programs."),
    formerCode: z.string().optional().describe("The name of `code` in version 0.1, until version 0.3."),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    reasons: z
      .record(z.string(), z.array(z.object({ key: z.string() })))
      .optional()
      .describe("As `errors`, as keys of the `messages` catalogue."),
  });
  return { Challenge, Problem, ChallengeProblem: Problem.extend({ challenge: Challenge }) };
}
