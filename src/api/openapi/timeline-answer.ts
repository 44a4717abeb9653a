import { z } from "zod";

const time = z.date();

/** When everything happens in a raffle (src/raffles/timeline), as answers describe it. */
export const timeline = z
  .object({
    opens: time,
    closes: time,
    lock: time.describe("Until then the organiser checks entries; then the list is public."),
    draw: time.describe("When it is drawn, or was drawn."),
    claimUntil: time.describe("Until when those who are drawn at first can claim."),
  })
  .describe("When everything happens: the plan until the lock, what was so afterwards.");
