import { z } from "zod";
import { MAX_REASON } from "#src/access/audit/limits.ts";
import { CODE_LIMITS } from "#src/earning/codes/limits.ts";
import {
  bodyOf,
  byOrganiser,
  jsonOf,
  ORGANISER_REFUSALS,
  refusal,
  schemaRef,
  TOO_MANY_WRONG,
  UNREADABLE,
} from "../openapi/describe.ts";
import type { Operations } from "../openapi/described.ts";

const STOPPED = { 409: refusal("The batch was stopped.") };
const INVALID = { ...UNREADABLE, 422: refusal("A field needs attention.") };

/** Codes that earn drops, and drops that are taken back. */
export const codeOperations = {
  list: {
    summary: "A raffle's batches of codes",
    security: byOrganiser("manage-raffle"),
    responses: {
      200: { description: "The newest first.", ...jsonOf(schemaRef("CodeBatches")) },
      ...ORGANISER_REFUSALS,
    },
  },
  make: {
    summary: "Make a batch of codes",
    description:
      "Of a rule whose `proof` is `code`. A `list` has as many codes as are asked for, to be downloaded. The codes of a `till` " +
      "are made one by one.",
    security: byOrganiser("manage-raffle"),
    requestBody: bodyOf("CodeBatchInput"),
    responses: {
      201: { description: "Made.", ...jsonOf(schemaRef("MadeCodeBatch")) },
      ...INVALID,
      ...ORGANISER_REFUSALS,
      409: refusal("The list is locked, or the raffle has too many batches."),
    },
  },
  csv: {
    summary: "Download the codes of a batch as CSV",
    description: "Number, code and link. It can be downloaded again until the batch is stopped; the log says who did.",
    security: byOrganiser("manage-raffle"),
    responses: {
      200: { description: "RFC 4180 in UTF-8.", content: { "text/csv": { schema: { type: "string" } } } },
      ...ORGANISER_REFUSALS,
      ...STOPPED,
    },
  },
  till: {
    summary: "Make a code for a receipt",
    description: "The same key always gets the same code, so a till that had no answer asks again.",
    security: byOrganiser("change-entries"),
    requestBody: bodyOf("TillKey"),
    responses: {
      200: { description: "The code.", ...jsonOf(schemaRef("TillCode")) },
      ...INVALID,
      ...ORGANISER_REFUSALS,
      409: refusal("The batch was stopped, the raffle has as many codes as it may have, or nobody can join any more."),
    },
  },
  stop: {
    summary: "Stop a batch",
    description: "Its unused codes are worth nothing any more. What was redeemed stays.",
    security: byOrganiser("manage-raffle"),
    responses: { 204: { description: "Stopped." }, ...ORGANISER_REFUSALS, ...STOPPED },
  },
  takeBack: {
    summary: "Take back drops of an entry",
    description:
      "What one row of its ledger gave, such as a redeemed code. The reason is for the entrant, who can be mailed. Sent again, " +
      "it changes nothing.",
    security: byOrganiser("change-entries"),
    parameters: [{ name: "raffle", in: "query", description: "The raffle's id or code.", schema: { type: "string" } }],
    requestBody: bodyOf("TakenBackDrops"),
    responses: {
      200: { description: "How many drops went: 0 if they were taken back before.", ...jsonOf(schemaRef("DropsGone")) },
      ...INVALID,
      ...ORGANISER_REFUSALS,
      404: refusal("No such entry, or no such grant in its ledger."),
      409: refusal("The list is locked."),
    },
  },
  redeem: {
    summary: "Redeem a code for an entry",
    description: "Sent again for the same entry, it gets the same answer.",
    parameters: [{ name: "raffle", in: "query", description: "The raffle's id or code.", schema: { type: "string" } }],
    requestBody: bodyOf("DropCode"),
    responses: {
      200: { description: "Counted.", ...jsonOf(schemaRef("RedeemedCode")) },
      ...INVALID,
      404: refusal("No such entry, or no such code in its raffle."),
      409: refusal("Used for another entry, taken back, stopped, more than count, or after the due date or the lock."),
      429: TOO_MANY_WRONG,
    },
  },
} as const satisfies Operations;

/** What clients send of codes. */
export const codeInputs = {
  CodeBatchInput: z.object({
    name: z.string().min(1).max(CODE_LIMITS.name),
    ruleId: z.uuid(),
    kind: z.enum(["list", "till"]).optional().describe('If left out: "list".'),
    codes: z.int().min(1).max(CODE_LIMITS.codes).optional().describe("How many; for a `list`."),
  }),
  TillKey: z.object({ key: z.string().min(1).max(CODE_LIMITS.key).describe("Such as the receipt's number.") }),
  TakenBackDrops: z.object({ reason: z.string().min(1).max(MAX_REASON) }),
  DropCode: z.object({ code: z.string().describe("As it was typed, or the address of its QR code.") }),
};

/** What clients get of codes. */
export function codeAnswers() {
  const [id, count, moment] = [z.uuid(), z.int(), z.iso.datetime()];
  return {
    CodeBatches: z.object({
      batches: z.array(
        z.object({
          ...{ id, ruleId: id, name: z.string(), kind: z.enum(["list", "till"]), codes: count },
          stored: count.describe("How many were handed out."),
          ...{ used: count, madeAt: moment, madeBy: z.string(), stoppedAt: moment.nullable() },
        }),
      ),
    }),
    MadeCodeBatch: z.object({ id }),
    TillCode: z.object({ code: z.string(), link: z.url() }),
    RedeemedCode: z.object({
      drops: count,
      rule: z.string(),
      stamp: z
        .object({
          station: z.string(),
          isNew: z.boolean().describe("Whether the entry did not have it before."),
          stamps: count.describe("How many stations the entry has stamps of."),
          needs: count.describe("How many of them earn the rule; 0 where each stamp earns its drops."),
        })
        .optional()
        .describe("Of the code of a station’s screen."),
    }),
    DropsGone: z.object({ drops: count }),
  };
}
