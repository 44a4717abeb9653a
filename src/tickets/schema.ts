import { z } from "zod";
import { encodeMessage } from "#src/base/text.ts";
import { MAX_TICKETS } from "./limits.ts";

const code = z.string({ error: "itemInvalid" }).max(40, { error: "itemInvalid" });

/** What a browser asks: the codes of the entries that it remembers. */
export const ticketsInput = z.object({
  tickets: z
    .array(z.object({ raffle: code.describe("A raffle's code."), entryCode: code }, { error: "itemInvalid" }), {
      error: "listInvalid",
    })
    .min(1, { error: "listInvalid" })
    .max(MAX_TICKETS, { error: encodeMessage({ key: "tooManyItems", params: { max: MAX_TICKETS } }) }),
});

/** A remembered entry, by its codes as they were sent. */
export type AskedTicket = z.output<typeof ticketsInput>["tickets"][number];
