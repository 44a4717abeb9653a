import { RAFFLE_FIELDS } from "#src/raffles/fields.ts";
import { text } from "./describe.ts";
import { checklist, drops, entryCode, id, listItems, moment, personFields, raffleCode, wishlist } from "./schemas.ts";

const keyOrNone = { type: ["string", "null"], description: "Null for an entry that came on paper without it." };

/** The file with an entrant's exported data. */
export const entryDataSchemas = {
  EntryData: {
    type: "object",
    properties: {
      raffle: {
        type: "object",
        properties: {
          code: raffleCode,
          name: text(RAFFLE_FIELDS.name.maxLength),
          drawDate: moment,
          entriesKeptUntil: { ...moment, description: "When the entry is erased by itself." },
        },
      },
      entry: {
        type: "object",
        properties: {
          entryCode,
          ...personFields,
          status: { const: "Active" },
          promotions: { type: "boolean" },
          drops,
          createdAt: moment,
          source: { type: "string" },
          language: { type: "string", description: "In which mails are written." },
          termsAcceptedAt: moment,
          updatedAt: moment,
          id,
          comparedAs: {
            type: "object",
            description: "What tells one person's entry from another's, and an entry that was sent twice.",
            properties: { phone: keyOrNone, email: keyOrNone, fingerprint: { type: "string" } },
          },
        },
      },
      checklist,
      wishlist,
      mails: listItems({
        kind: { type: "string" },
        language: { type: "string" },
        createdAt: moment,
      }),
      changesByOrganiser: listItems({
        at: moment,
        action: { type: "string" },
        before: { description: "As it was." },
        after: { description: "As it was from then on." },
      }),
    },
  },
};
