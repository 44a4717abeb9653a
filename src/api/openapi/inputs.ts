import { z } from "zod";
import { entryEdit, entryInput } from "#src/entries/schema.ts";
import { eventInput } from "#src/events/schema.ts";
import { sentSubscription } from "#src/push/schema.ts";
import { editedPrize, editedRaffle, editedRule, prizeInput, raffleInput, ruleInput } from "#src/raffles/schema.ts";
import { MAX_SOLUTION_LENGTH } from "#src/rate-limits/limits.ts";
import { ticketsInput } from "#src/tickets/schema.ts";
import { codeInputs } from "../codes/code-operations.ts";
import { accessInput } from "../raffle-access.ts";
import { componentsOf } from "./describe.ts";
import { webhookInputs } from "./webhook-operations.ts";

/** What clients send: the schemas that the features check it with. */
export function inputSchemas() {
  // Neither the time zone nor the site's address is part of a description.
  const timeZone = "UTC";
  const event = eventInput({ origin: "", port: 0 });
  const version = z.int().min(1);
  const sent = {
    AccessInput: accessInput,
    RaffleInput: raffleInput(timeZone),
    PrizeInput: prizeInput,
    RuleInput: ruleInput,
    PrizeChange: editedPrize,
    RuleChange: editedRule,
    EntryInput: entryInput({ facebookLink: "optional", instagramLink: "optional" }).extend({
      altcha: z
        .string()
        .max(MAX_SOLUTION_LENGTH)
        .optional()
        .describe("The solution of the `challenge` that was given for this entry."),
    }),
    EventInput: event,
    TicketsInput: ticketsInput,
    PushSubscription: sentSubscription,
    ...codeInputs,
    ...webhookInputs,
  };
  const changes = {
    RaffleChanges: z
      .object({
        version: version.describe("The version that was read."),
        ...editedRaffle(timeZone).shape,
        confirmRemoval: z
          .array(z.uuid())
          .describe("Prizes and rules that may go although entrants ticked or wished for them."),
      })
      .partial(),
    EventChanges: z
      .object({
        version: version.describe("The version that was read; without it nothing is compared."),
        ...event.shape,
      })
      .partial(),
    EntryChanges: entryEdit.meta({
      minProperties: 1,
      description:
        "A list of rule ids is the whole checklist, and wishes without a status are the whole wishlist; items with a " +
        "status change only what they name. `notes` changes notes alone. The person's details, but for phone and email, " +
        "are for the organiser.",
    }),
  };
  const components = componentsOf({ ...sent, ...changes }, "input");
  for (const name of Object.keys(changes)) {
    // What is left out of a change stays as it is, so that defaults mean nothing.
    for (const field of Object.values(components[name]?.properties ?? {})) {
      if (typeof field === "object") delete field.default;
    }
  }
  return components;
}
