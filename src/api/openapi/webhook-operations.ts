import { z } from "zod";
import { CHALLENGE_KIND, DELIVERY_STATES, sentEndpoint, TEST_KIND, WEBHOOK_KINDS } from "#src/webhooks/schema.ts";
import { bodyOf, jsonOf, ORGANISER_REFUSALS, refusal, schemaRef, UNREADABLE } from "./describe.ts";
import type { Operations } from "./described.ts";

const ofOrganiser = { security: [{ organiser: [] }] };
const OFF = refusal("It is switched off, or waits for the consent of its address.");
const INVALID = { ...UNREADABLE, 422: refusal("A field needs attention, or there are five already.") };
const open = (description: string) => ({ description, ...jsonOf(schemaRef("OpenWebhook")) });

/** The webhooks of a raffle: where messages are sent, and what became of them. */
export const webhookOperations = {
  list: {
    summary: "A raffle's webhooks",
    ...ofOrganiser,
    responses: { 200: { description: "All.", ...jsonOf(schemaRef("Webhooks")) }, ...ORGANISER_REFUSALS },
  },
  add: {
    summary: "Add a webhook",
    description:
      "Its address is sent a challenge. While it does not answer by it, `verifiedAt` is null and messages wait.",
    ...ofOrganiser,
    requestBody: bodyOf("WebhookInput"),
    responses: { 201: open("Added."), ...INVALID, ...ORGANISER_REFUSALS },
  },
  find: {
    summary: "One webhook, with its secret",
    ...ofOrganiser,
    responses: { 200: open("As it is."), ...ORGANISER_REFUSALS },
  },
  change: {
    summary: "Change what a webhook is told, and where",
    description: "Another address is sent a challenge, as when a webhook is added.",
    ...ofOrganiser,
    requestBody: bodyOf("WebhookInput"),
    responses: { 200: open("As it is now."), ...INVALID, ...ORGANISER_REFUSALS },
  },
  remove: {
    summary: "Remove a webhook with its log",
    ...ofOrganiser,
    responses: { 204: { description: "Removed." }, ...ORGANISER_REFUSALS },
  },
  renewSecret: {
    summary: "Make a new secret",
    description: "The one before it signs too for a day.",
    ...ofOrganiser,
    responses: { 200: open("With its new secret."), ...ORGANISER_REFUSALS },
  },
  switchOn: {
    summary: "Switch a webhook on again",
    ...ofOrganiser,
    responses: { 204: { description: "On." }, ...ORGANISER_REFUSALS },
  },
  check: {
    summary: "Ask the address for its consent again",
    description: "It is sent another challenge: five an hour, 20 for a raffle, 40 for a network.",
    ...ofOrganiser,
    responses: {
      204: { description: "It consents, and what waited is sent." },
      ...ORGANISER_REFUSALS,
      409: refusal("It gave no answer of success, or none with the challenge, or the webhook is switched off."),
    },
  },
  test: {
    summary: "Send a test",
    ...ofOrganiser,
    responses: { 202: { description: "On its way." }, ...ORGANISER_REFUSALS, 409: OFF },
  },
  deliveries: {
    summary: "What was sent in the last 30 days, the latest first",
    ...ofOrganiser,
    parameters: [{ name: "page", in: "query", description: "From 1.", schema: { type: "integer", minimum: 1 } }],
    responses: { 200: { description: "A page.", ...jsonOf(schemaRef("WebhookDeliveries")) }, ...ORGANISER_REFUSALS },
  },
  resend: {
    summary: "Send a message again",
    ...ofOrganiser,
    responses: { 202: { description: "On its way." }, ...ORGANISER_REFUSALS, 409: OFF },
  },
} satisfies Operations;

/** What webhooks are sent: `webhooks` of OpenAPI 3.1. */
export const webhookMessages = {
  message: {
    post: {
      summary: "Something happened in a raffle",
      description: "Signed by the Standard Webhooks specification. It may come twice, under the same `webhook-id`.",
      requestBody: bodyOf("WebhookMessage"),
      responses: {
        "2XX": {
          description:
            "Taken; a challenge is repeated in the body, as text or JSON. Any other answer is tried again for a day; 410 ends the webhook.",
        },
      },
    },
  },
};

const moment = z.date();
const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  kinds: z.array(z.enum(WEBHOOK_KINDS)),
  withPeople: z.boolean().describe("Whether entries are sent with names and contacts."),
  createdAt: moment,
  failingSince: moment.nullable().describe("Since when every attempt has failed."),
  offAt: moment.nullable().describe("When the site switched it off, because it failed for days or answered 410."),
  verifiedAt: moment.nullable().describe("When its address consented. Null: it is sent challenges alone."),
});
const Delivery = z.object({
  id: z.uuid().describe("The message's `webhook-id`."),
  kind: z.string(),
  subjects: z.int().min(0).describe("How many entries it tells of."),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().min(0),
  madeAt: moment,
  triedAt: moment.nullable(),
  answer: z.string().nullable().describe("The status of the last answer, or a word for why there was none."),
  nextAt: moment.nullable(),
});

/** What clients send of webhooks. */
export const webhookInputs = { WebhookInput: sentEndpoint("public") };

/** What clients get of webhooks, and receivers of raffles. */
export const webhookAnswers = {
  Webhooks: z.object({ webhooks: z.array(Webhook) }),
  OpenWebhook: Webhook.extend({
    secret: z.string().describe("Signs the messages: `whsec_` and base64."),
    formerUntil: moment.nullable().describe("Until when the secret before it signs too."),
  }),
  WebhookDeliveries: z.object({ deliveries: z.array(Delivery), more: z.boolean() }),
  WebhookMessage: z.object({
    type: z.enum([...WEBHOOK_KINDS, TEST_KIND, CHALLENGE_KIND]),
    timestamp: moment,
    data: z.looseObject({
      challenge: z.string().optional().describe("Of `webhook.challenge`, which has nothing else."),
      raffle: z.looseObject({ codeId: z.string(), name: z.string() }).optional(),
      entries: z.array(z.looseObject({ id: z.uuid() })).optional(),
      draw: z.looseObject({ lockHash: z.string(), tickets: z.int() }).optional(),
      winners: z.array(z.looseObject({ claimId: z.uuid(), prizeCode: z.string(), ticket: z.int() })).optional(),
      prizesWithoutWinner: z
        .array(z.looseObject({ prizeCode: z.string(), given: z.boolean() }))
        .optional()
        .describe("`given` is false where a prize was not given away, by its odds; else nobody was left for it."),
      claim: z.looseObject({ id: z.uuid(), prizeCode: z.string(), ticket: z.int() }).optional(),
    }),
  }),
};
