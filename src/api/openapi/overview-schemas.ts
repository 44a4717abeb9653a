import { RAFFLE_LIMITS } from "#src/raffles/limits.ts";
import { text } from "./describe.ts";
import { allDrops, count, id, listItems, moment, prizeFields, ruleFields } from "./schemas.ts";

/** Statistics of a raffle's entries. */
export const overviewSchemas = {
  Overview: {
    type: "object",
    properties: {
      total: count,
      valid: { ...count, description: "Entries that have done every rule that the raffle has now." },
      drops: allDrops,
      byDrops: {
        ...listItems({ least: count, most: count, entries: count }),
        description: "By how many drops entries have, both ends included.",
      },
      bySource: listItems({ source: text(RAFFLE_LIMITS.source), entries: count }),
      byRule: listItems({ ruleId: id, number: ruleFields.number, details: ruleFields.details, done: count }),
      byPrize: listItems({ prizeId: id, name: prizeFields.name, wished: count }),
      overTime: {
        type: "object",
        description: "By when entries were made, without gaps: each point counts `every` minutes, hours or days.",
        properties: {
          step: { enum: ["minute", "hour", "day"] },
          every: { type: "integer", minimum: 1 },
          points: listItems({ from: moment, entries: count }),
        },
      },
    },
  },
};
