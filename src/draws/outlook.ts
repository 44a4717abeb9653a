import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { awaitsWinners } from "#src/raffles/rules.ts";
import type { RaffleSummary } from "#src/raffles/schema.ts";

/** Who is in a raffle. `gone`: its entries were erased at the end of their period, or its list could not be locked. */
export type Entered = "nobody" | "nobody-in-play" | "somebody" | "gone";

/**
 * What comes of a raffle. Each sentence that promises winners, or an act that leads to them, depends on it.
 * `empty` and `nobody-in-play`: closed, and there is nothing to draw. `soon`: winners are to come. `over`: its draw
 * date passed some time ago without a draw on this site. `announcing`: drawn, and its winners wait for the show.
 */
export type Outlook = "open" | "empty" | "nobody-in-play" | "soon" | "over" | "announcing" | "drawn";

type OutlookFacts = Pick<RaffleSummary, "open" | "lockedAt" | "drawnAt" | "announcedAt" | "drawDate">;

/** Decides what comes of a raffle. A locked list has somebody in play, whatever became of the entries since. */
export function outlookOf(raffle: OutlookFacts, entered: Entered, now: Date): Outlook {
  if (raffle.drawnAt) return raffle.announcedAt ? "drawn" : "announcing";
  if (raffle.open) return "open";
  if (!raffle.lockedAt) {
    if (entered === "nobody") return "empty";
    if (entered === "nobody-in-play") return "nobody-in-play";
    if (entered === "gone") return "over";
  }
  return awaitsWinners(raffle, now) ? "soon" : "over";
}

/** What comes of one raffle; see `readOutlooks`. */
export async function readOutlook(
  reader: Reader,
  raffle: OutlookFacts & Pick<RaffleSummary, "id">,
  now: Date,
): Promise<Outlook> {
  return (await readOutlooks(reader, [raffle], now)).get(raffle.id) ?? "over";
}

/**
 * What comes of each of these raffles, by their ids. It reads public tables alone: stored counts, which do not know who
 * is disqualified. Of such a raffle it stops promising winners once its list could not be locked.
 */
export async function readOutlooks(
  reader: Reader,
  raffles: readonly (OutlookFacts & Pick<RaffleSummary, "id">)[],
  now: Date,
): Promise<ReadonlyMap<string, Outlook>> {
  const asked = raffles.filter(({ open, lockedAt }) => !open && !lockedAt).map(({ id }) => id);
  const entered = await readCounted(reader, asked);
  return new Map(raffles.map((raffle) => [raffle.id, outlookOf(raffle, entered.get(raffle.id) ?? "somebody", now)]));
}

async function readCounted(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Entered>> {
  if (ids.length === 0) return new Map();
  const raffles = await reader
    .selectFrom("raffles")
    .leftJoin("rules", "rules.raffleId", "raffles.id")
    .select(["raffles.id", "drawRequires", "lockAt", "entriesErased"])
    .select(sql<string[]>`array_remove(array_agg(rules.id), null)`.as("rules"))
    .where("raffles.id", "in", ids)
    .groupBy("raffles.id")
    .execute();
  const inPlay = sql.join(
    raffles.map(({ id, drawRequires, rules }) => sql`when ${id}::uuid then ${playsBy(drawRequires, rules)}`),
    sql` `,
  );
  // Entries that are not counted yet may be in play. Before the counts: those that are counted in between are in these.
  const changes = await reader
    .selectFrom("entryChanges")
    .select("raffleId")
    .distinct()
    .where("raffleId", "in", ids)
    .execute();
  const pending = new Set(changes.map(({ raffleId }) => raffleId));
  const counts = await reader
    .selectFrom("entryTickCounts")
    .select(["raffleId", sql<boolean>`bool_or(case raffle_id ${inPlay} end)`.as("inPlay")])
    .where("raffleId", "in", ids)
    .where("entries", ">", 0)
    .groupBy("raffleId")
    .execute();
  const counted = new Map(counts.map((count) => [count.raffleId, count.inPlay]));
  return new Map(
    raffles.map(({ id, lockAt, entriesErased }) => {
      const facts = { entered: counted.has(id), inPlay: counted.get(id) ?? false, erased: entriesErased > 0 };
      const entered = pending.has(id) ? "somebody" : enteredBy(facts);
      // Its list was due, and could not be locked.
      return [id, entered === "somebody" && lockAt === null ? "gone" : entered];
    }),
  );
}

/** SQL for whether the ticks of entries put them in play (src/draws/lock/tickets.ts). */
function playsBy(requires: string, rules: readonly string[]) {
  if (requires === "none" || rules.length === 0) return sql`true`;
  return requires === "any-rule" ? sql`done_rules && ${rules}::uuid[]` : sql`done_rules @> ${rules}::uuid[]`;
}

type Facts = { readonly entered: boolean; readonly inPlay: boolean; readonly erased: boolean };

function enteredBy({ entered, inPlay, erased }: Facts): Entered {
  if (inPlay) return "somebody";
  if (entered) return "nobody-in-play";
  return erased ? "gone" : "nobody";
}
