import type { readErasure } from "#src/entries/retention/erasure.ts";

/** Whether an entrant can erase their entry, and else why not and when again. */
export function erasureView({ erasure, lockAt }: NonNullable<Awaited<ReturnType<typeof readErasure>>>) {
  if (erasure.ok) return { can: true, ticketStays: erasure.value === "ticket-stays" } as const;
  const holdsPrize = erasure.refusal.reason === "erase-holds-prize";
  return { can: false, holdsPrize, locksAt: holdsPrize ? null : lockAt } as const;
}

export type ErasureView = ReturnType<typeof erasureView>;
