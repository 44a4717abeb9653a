import { schemaRef } from "./describe.ts";

const hex = { type: "string", pattern: "^[0-9a-f]+$" };

/** The robot puzzle, in the format of ALTCHA's solvers. */
export const challengeSchemas = {
  Challenge: {
    type: "object",
    required: ["parameters", "signature"],
    description:
      "The solution is the base64 of the JSON of `{challenge, solution: {counter, derivedKey}}`: the first 4-byte counter, " +
      "appended to the nonce, whose derived key begins with `keyPrefix`.",
    properties: {
      parameters: {
        type: "object",
        properties: {
          algorithm: { const: "PBKDF2/SHA-256" },
          cost: { type: "integer" },
          data: {
            type: "object",
            description: "The one entry that the solution is good for.",
            properties: {
              entryCode: { type: "string", pattern: "^[A-Z]{8}$" },
              raffleId: { type: "string" },
              puzzleCost: { type: "integer", description: "How many times the usual work it takes." },
              mostTries: { type: "integer", description: "The counter is not beyond." },
            },
          },
          expiresAt: { type: "integer", description: "Seconds since 1970." },
          keyLength: { type: "integer" },
          keyPrefix: hex,
          keySignature: hex,
          nonce: hex,
          salt: hex,
        },
      },
      signature: hex,
    },
  },
  ChallengeProblem: {
    allOf: [
      schemaRef("Problem"),
      { type: "object", required: ["challenge"], properties: { challenge: schemaRef("Challenge") } },
    ],
  },
};
