import { z } from "zod";

const id = z.uuid();
const at = z.iso.datetime();
const station = z.string().nullable().describe("Whose stamp it is; null for what is none.");
const row = { ruleId: id, way: z.string(), drops: z.int(), at, reason: z.string() };

/** Of a rule in a checklist. */
export const claimed = z.boolean().describe("Its entrant ticked it, and the shop has to check it.");

/** Of an entry in a list. */
export const listedDrops = {
  claimedRules: z.array(id).describe("Rules that its entrant ticked, and the shop has to check."),
  earned: z.record(z.string(), z.int()).describe("Drops that were earned, by rule."),
};

/** The rows of an entry's ledger as its entrant reads them, for the API's description. */
export const ownDrops = z
  .array(
    z.object({
      ...{ id, ...row },
      reason: z.string().describe("Why it was refused or taken back; empty where details are masked."),
      station,
      isWithdrawn: z.boolean().describe("Whether a later row takes it back."),
    }),
  )
  .describe("The drops that were earned, and what was taken back.");

/** All that is stored of them. */
export const storedDrops = z.object({
  earned: z.record(z.string(), z.int()).describe("Drops by rule."),
  rows: z.int().describe("How many rows they are the sum of."),
  waiting: z.array(id).describe("Rules that the shop has to check."),
  ledger: z.array(
    z.object({
      ...{ ...row, station },
      network: z.string().nullable().describe("Of a stamp: the keyed hash of the network that asked for it."),
    }),
  ),
  photos: z.array(
    z.object({
      ruleId: id,
      number: z.string().describe("Of the receipt, as it was typed; empty for none."),
      picture: z.string().describe("WebP, as a `data:` address."),
      uploadedAt: at,
      state: z.enum(["waiting", "accepted", "refused"]),
      decidedAt: at.nullable(),
    }),
  ),
});
