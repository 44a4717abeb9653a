import { z } from "zod";
import { encodeMessage, requiredText } from "#src/base/text.ts";
import type { Config } from "#src/config/config.ts";
import { MAX_URL } from "./limits.ts";
import { targetFault } from "./rules.ts";

/** What an endpoint can be notified of. */
export const WEBHOOK_KINDS = [
  "entry.created",
  "entry.changed",
  "entry.deleted",
  "raffle.closed",
  "raffle.locked",
  "raffle.drawn",
  "claim.made",
  "voucher.used",
] as const;

export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** What an organiser sends to try an endpoint out, whatever it is notified of. */
export const TEST_KIND = "webhook.test";

/** What asks an address for its consent. It has no data of the raffle, and is not in the log. */
export const CHALLENGE_KIND = "webhook.challenge";

export const DELIVERY_STATES = [
  /** To be sent, now or at a retry. */
  "waiting",
  /** The receiver answered with a status of success. */
  "delivered",
  /** Tried in vain for a day. */
  "failed",
  /** Not sent, because nothing was left to report: the entries are erased. */
  "dropped",
] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Which endpoint. */
export type EndpointPlace = { readonly raffleId: string; readonly endpointId: string };

/** What is reported, without its content. */
export type Announced = {
  readonly raffleId: string;
  /** The entries or the claim; empty for the raffle itself. */
  readonly subjectIds: readonly string[];
  /** Whether names and contacts are sent. */
  readonly withPeople: boolean;
};

/** The schema of what is sent. It depends on which addresses the operator allows. */
export function sentEndpoint(targets: Config["webhookTargets"]) {
  return z.object({
    url: requiredText(MAX_URL, "linkRequired").transform((url, context) => {
      const fault = targetFault(url, targets);
      if (fault === null) return new URL(url).href;
      context.addIssue({ code: "custom", message: encodeMessage({ key: fault }) });
      return z.NEVER;
    }),
    kinds: z
      .array(z.enum(WEBHOOK_KINDS, "webhookKindRequired"), "webhookKindRequired")
      .transform((kinds) => WEBHOOK_KINDS.filter((kind) => kinds.includes(kind)))
      .refine((kinds) => kinds.length > 0, { error: "webhookKindRequired" }),
    withPeople: z.boolean().default(false),
  });
}

/** Untrusted settings of an endpoint, from a form or the API. */
export type SentEndpoint = { readonly url?: unknown; readonly kinds?: unknown; readonly withPeople?: unknown };
