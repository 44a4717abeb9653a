import { z } from "zod";
import { isId } from "#src/base/ids.ts";
import { optionalText, requiredText } from "#src/base/text.ts";
import { EVENT_LIMITS } from "./limits.ts";
import { linkFault, type OwnAddress } from "./rules.ts";

// The id of a raffle always means that raffle.
const raffleIdentifier = optionalText(EVENT_LIMITS.raffleIdentifier)
  .refine((text) => /^[A-Z0-9-]*$/i.test(text) && !isId(text), { error: "raffleIdentifierInvalid" })
  .transform((text) => text.toUpperCase());

/**
 * What an organiser sends to create an event, as a form or as JSON, and what an event is after a change.
 *
 * @param own where this site is: no link may lead back to it
 */
export function eventInput(own: OwnAddress) {
  const isForeign = (link: string, context: z.RefinementCtx) => {
    const fault = link === "" ? null : linkFault(link, own);
    if (fault) context.addIssue({ code: "custom", message: fault });
  };
  const requiredLink = requiredText(EVENT_LIMITS.link, "linkRequired").superRefine(isForeign);
  const optionalLink = optionalText(EVENT_LIMITS.link).superRefine(isForeign);
  return z.object(
    {
      title: requiredText(EVENT_LIMITS.title, "titleRequired"),
      src: requiredLink,
      srcDraw: requiredLink,
      srcCreateVoucherLink: optionalLink,
      srcCreateVoucherValidateLink: optionalLink,
      raffleIdentifier,
    },
    { error: "bodyInvalid" },
  );
}

export type EventInput = z.infer<ReturnType<typeof eventInput>>;

/** An event as anyone may see it. */
export type PublicEvent = EventInput & {
  readonly id: string;
  readonly code: string;
  /** Counted up by each change; a change may name the one that it is of. */
  readonly version: number;
  readonly createdAt: Date;
};
