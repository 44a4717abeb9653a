import { z } from "zod";
import { isId } from "#src/base/ids.ts";
import { optionalText, requiredText } from "#src/base/text.ts";
import { EVENT_LIMITS } from "./limits.ts";
import { linkFault, type OwnAddress } from "./rules.ts";

const IDENTIFIER = /^[A-Za-z0-9-]*$/;

// No identifier may look like a raffle's id, which always means that raffle.
const raffleIdentifier = optionalText(EVENT_LIMITS.raffleIdentifier)
  .refine((text) => IDENTIFIER.test(text) && !isId(text), { error: "raffleIdentifierInvalid" })
  .overwrite((text) => text.toUpperCase())
  .meta({
    pattern: IDENTIFIER.source,
    description: "/raffle/{identifier} leads to the event, in any case; no raffle's code and no other event's.",
  });

const LINK = "A link by https (by http on loopback) to another site, without a user name.";

/**
 * The schema of an event, for a new one (form or JSON) and for the result of an edit.
 *
 * @param own this site's address; no link may point to it
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
      src: requiredLink.describe(`The registration page. ${LINK}`),
      srcDraw: requiredLink.describe(`The draw page. ${LINK}`),
      srcCreateVoucherLink: optionalLink.describe(`Where vouchers are created. ${LINK}`),
      srcCreateVoucherValidateLink: optionalLink.describe(`Where vouchers are validated. ${LINK}`),
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
  /** Each change increments it. A change may name the version that it is based on. */
  readonly version: number;
  readonly createdAt: Date;
};

/** An event as its organiser sees it. */
export type EditableEvent = PublicEvent & {
  /** Whether an admin has switched the event off. */
  readonly switchedOff: boolean;
};
