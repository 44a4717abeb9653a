import { CODE_FORMATS } from "#src/base/code-formats.ts";
import { EVENT_LIMITS } from "#src/events/limits.ts";
import { schemaRef, text } from "./describe.ts";

const LINK = "A link by https (by http on loopback) to another site, without a user name.";

const eventFields = {
  title: text(EVENT_LIMITS.title, { minLength: 1 }),
  src: text(EVENT_LIMITS.link, { minLength: 1, description: `The registration page. ${LINK}` }),
  srcDraw: text(EVENT_LIMITS.link, { minLength: 1, description: `The draw page. ${LINK}` }),
  srcCreateVoucherLink: text(EVENT_LIMITS.link, { default: "", description: `Where vouchers are created. ${LINK}` }),
  srcCreateVoucherValidateLink: text(EVENT_LIMITS.link, {
    default: "",
    description: `Where vouchers are validated. ${LINK}`,
  }),
  raffleIdentifier: {
    type: "string",
    pattern: "^[A-Za-z0-9-]{0,40}$",
    default: "",
    description: "/raffle/{identifier} leads to the event, in any case; no raffle's code and no other event's.",
  },
};

const id = { type: "string", format: "uuid" };
const code = { type: "string", pattern: CODE_FORMATS.event.source };
const version = { type: "integer", minimum: 1 };

/** The schemas of events. */
export const eventSchemas = {
  EventInput: { type: "object", required: ["title", "src", "srcDraw"], properties: eventFields },
  EventChanges: {
    type: "object",
    properties: {
      version: { ...version, description: "The version that was read; without it nothing is compared." },
      ...eventFields,
    },
  },
  EventCreated: {
    type: "object",
    properties: {
      id,
      code,
      accessCode: { type: "string", pattern: CODE_FORMATS.access.source, description: "Shown only in this answer." },
    },
  },
  Event: {
    allOf: [
      schemaRef("EventInput"),
      {
        type: "object",
        properties: {
          id,
          code,
          version: { ...version, description: "Counted up by each change." },
          createdAt: { type: "string", format: "date-time" },
        },
      },
    ],
  },
};
