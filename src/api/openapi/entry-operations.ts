import { REMOVAL_REASONS } from "#src/raffles/limits.ts";
import {
  bodyOf,
  byOrganiser,
  jsonOf,
  refusal,
  schemaRef,
  TOO_MANY_WRONG,
  UNREADABLE,
  WRONG_TOKEN,
} from "./describe.ts";
import type { Operations } from "./described.ts";

const parameters = [
  {
    name: "raffle",
    in: "query",
    description: "The raffle's id or code, for a code that two raffles hold.",
    schema: { type: "string" },
  },
];

const contact = {
  name: "x-entrant-contact",
  in: "header",
  description: "The entry's phone number or email, in any spelling: shows that the entry is one's own.",
  schema: { type: "string" },
};

/** One entry, for its entrant and its organiser. */
export const entryOperations = {
  find: {
    summary: "Your entry",
    description:
      "The entry code alone shows the person masked. They are shown whole to who sends the entry's phone number or email, " +
      "and to the raffle's organiser.",
    security: [{}, ...byOrganiser("read-entries")],
    parameters: [...parameters, contact],
    responses: {
      200: { description: "The entry with its checklist and wishlist.", ...jsonOf(schemaRef("EntryView")) },
      ...WRONG_TOKEN,
      403: refusal("Not this entry's phone number or email, or not this raffle's access code."),
      404: refusal("No such entry."),
      409: refusal("Two raffles hold this code: say which."),
      429: TOO_MANY_WRONG,
    },
  },
  change: {
    summary: "Change an entry",
    description:
      "Its entrant changes checklist and wishlist until the due date, and phone and email too with the header that shows " +
      "that the entry is their own; its raffle's organiser these and the person's other details, at any time. All that is " +
      "sent is changed, or nothing. The address before the change is told of a new phone or email. Such a change counts as " +
      "an entry, and may cost a puzzle likewise. The person is masked in the answer as when reading.",
    security: [{}, ...byOrganiser("change-entries")],
    parameters: [...parameters, contact],
    requestBody: bodyOf("EntryChanges"),
    responses: {
      200: { description: "The entry as it is now.", ...jsonOf(schemaRef("EntryView")) },
      ...UNREADABLE,
      ...WRONG_TOKEN,
      403: refusal(
        "Not this raffle's access code, this entry's phone number or email is missing or wrong, or a detail that only the " +
          "organiser may change.",
      ),
      404: refusal("No such entry."),
      409: refusal("The raffle is locked in, the phone number or email is taken, or two raffles hold this code."),
      422: refusal("An item is unknown or not well-formed."),
      429: TOO_MANY_WRONG,
    },
  },
  remove: {
    summary: "Delete an entry",
    description:
      "Its entrant erases it until the due date, with its code and its phone number or email; its raffle's organiser " +
      "deletes it at any time. Its checklist and wishlist go with it, and what the raffle's log of changes has said of it. " +
      "The organiser's desk can undo its own deletion, or a program's, for a minute; then all of it is erased.",
    security: [{}, ...byOrganiser("change-entries")],
    parameters: [
      ...parameters,
      contact,
      {
        name: "reason",
        in: "query",
        description:
          "Why an organiser deletes it: public in the site's log, without a name, and mailed to the entrant.",
        schema: { type: "string", enum: REMOVAL_REASONS },
      },
    ],
    responses: {
      204: { description: "Deleted." },
      422: refusal("No such reason."),
      ...WRONG_TOKEN,
      403: refusal("Not this raffle's access code, or the entry's phone number or email is missing or wrong."),
      404: refusal("No such entry, or no such raffle."),
      409: refusal("The raffle is locked in, or two raffles hold this code."),
      429: TOO_MANY_WRONG,
    },
  },
  data: {
    summary: "Download all that is stored about your entry",
    description:
      "Also after the due date, for as long as the entry is kept. It needs the entry's phone number or email.",
    security: [{}, ...byOrganiser("read-entries")],
    parameters: [...parameters, contact],
    responses: {
      200: { description: "A file.", ...jsonOf(schemaRef("EntryData")) },
      ...WRONG_TOKEN,
      403: refusal("The entry's phone number or email is missing or wrong."),
      404: refusal("No such entry."),
      409: refusal("Two raffles hold this code: say which."),
      429: TOO_MANY_WRONG,
    },
  },
  receipt: {
    summary: "Download a signed receipt of your entry",
    description:
      "Its seal, wishes and done rules as they are now, signed with the site's key: the Ed25519 signature of the receipt's " +
      "canonical JSON (RFC 8785). It needs the entry's phone number or email.",
    security: [{}, ...byOrganiser("read-entries")],
    parameters: [...parameters, contact],
    responses: {
      200: { description: "A file.", ...jsonOf(schemaRef("EntryReceipt")) },
      ...WRONG_TOKEN,
      403: refusal("The entry's phone number or email is missing or wrong."),
      404: refusal("No such entry."),
      409: refusal("Two raffles hold this code: say which."),
      429: TOO_MANY_WRONG,
    },
  },
  receiptQr: {
    summary: "The signed receipt as a QR code",
    description: "It leads to the checks of the raffle's draw, with the receipt behind `#`.",
    security: [{}, ...byOrganiser("read-entries")],
    parameters: [...parameters, contact],
    responses: {
      200: { description: "A picture.", content: { "image/svg+xml": { schema: { type: "string" } } } },
      ...WRONG_TOKEN,
      403: refusal("The entry's phone number or email is missing or wrong."),
      404: refusal("No such entry."),
      409: refusal("Two raffles hold this code: say which."),
      429: TOO_MANY_WRONG,
    },
  },
  subscribe: {
    summary: "Notify a browser of the draw",
    description:
      "Ten minutes before the raffle's draw, and when it was drawn, by Web Push. The body is the browser's own " +
      "PushSubscription; the key that it needs is in the entry's page. An entry has three browsers at most: another takes " +
      "the place of the oldest.",
    parameters,
    requestBody: bodyOf("PushSubscription"),
    responses: {
      204: { description: "The browser is notified." },
      ...UNREADABLE,
      404: refusal("No such entry."),
      409: refusal("Two raffles hold this code: say which."),
      422: refusal("No subscription of a known push service."),
      429: TOO_MANY_WRONG,
    },
  },
  unsubscribe: {
    summary: "Stop notifying a browser",
    description: "The body has the subscription's `endpoint`.",
    parameters,
    responses: {
      204: { description: "The browser is not notified any more." },
      ...UNREADABLE,
      404: refusal("No such entry."),
      409: refusal("Two raffles hold this code: say which."),
      429: TOO_MANY_WRONG,
    },
  },
} satisfies Operations;

/** What a browser asks of the entries that it remembers. */
export const ticketOperations = {
  states: {
    summary: "What became of your entries",
    description:
      "The state of up to 20 entries, of any raffles, by their codes, in words of the request's language. It shows what an " +
      "entry's page shows to its code alone. Each wrong code counts as a wrong code there.",
    requestBody: bodyOf("TicketsInput"),
    responses: {
      200: { description: "First what somebody can do something about.", ...jsonOf(schemaRef("Tickets")) },
      ...UNREADABLE,
      422: refusal("A field needs attention."),
      429: refusal("Too many wrong codes: none of these is answered. `Retry-After` says when to ask again."),
    },
  },
} satisfies Operations;
