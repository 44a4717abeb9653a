import type { OrganiserScope } from "#src/access/scope.ts";
import { readErasing } from "#src/entries/retention/retention.ts";
import type { Site } from "#src/http/site.ts";
import { storedUntil } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** How long a raffle's entries are stored, and when and how many were erased. Null for what does not apply. */
export async function retentionView(site: Site, scope: OrganiserScope, raffle: PublicRaffle) {
  const erased = await readErasing(site.db, scope);
  const until = storedUntil(raffle);
  return {
    // What stays past its time, until the nightly cleanup, is promised no day that has gone.
    // If the dates moved later after the entries were erased, a new erasure day lies ahead.
    until: until <= site.clock() || (erased && erased.at >= until) ? null : until,
    erased: erased && { at: erased.at, entries: erased.entries },
  };
}

export type RetentionView = Awaited<ReturnType<typeof retentionView>>;
