import { sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { lockEntry } from "#src/entries/read.ts";
import { networkHashOf } from "#src/entries/submit/entry-signals.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import type { Pace } from "#src/raffles/proof/ways.ts";
import { countGrants, grantKey } from "../count-grants.ts";
import { addRows } from "../write.ts";
import type { SeeDeps } from "./see-code.ts";
import type { Seen } from "./stamp-ticket.ts";

/** A stamp that an entry has: whether it is new, and how full the card is. */
export type Stamped = {
  readonly station: string;
  readonly isNew: boolean;
  /** How many stations the entry has stamps of. */
  readonly stamps: number;
  /** How many earn the rule; 0 where each stamp earns its drops. */
  readonly needs: number;
};

export type GivenStamp = { readonly drops: number; readonly rule: string; readonly stamp: Stamped };

export type StampRefusal = Refusal<
  "stamp-ended" | "stamp-scan-used" | "stamps-enough" | "drop-code-taken-back" | "entry-not-found" | "too-late"
>;

/** What a stamp needs besides: the day begins in the site's time zone. */
export type StampDeps = Pick<SeeDeps, "db" | "clock" | "secret" | "address"> & {
  readonly config: { readonly timeZone: string };
};

/**
 * Gives an entry the stamp of a screen that its entrant has seen. Of a station there is one stamp, or one a day; asked
 * for again, it gets the same answer. One scan is one stamp: who passes it on has given it away.
 *
 * Where a rule needs some of its stations, stamps are rows without drops, and the one that makes the card full earns
 * them. Else each stamp earns the rule's drops, as often as the rule says.
 */
export async function giveStamp(
  deps: StampDeps,
  entrant: EntrantScope,
  seen: Seen,
): Promise<Outcome<GivenStamp, StampRefusal>> {
  return inTransaction(deps.db, (tx) => give(tx, deps, entrant, seen));
}

async function give(
  tx: Transaction,
  { clock, secret, address, config }: StampDeps,
  entrant: EntrantScope,
  { screenId, scanId, at: seenAt }: Seen,
): Promise<Outcome<GivenStamp, StampRefusal>> {
  const { raffleId, entryId } = entrant;
  const held = await holdUnlocked(tx, raffleId, { by: "entrant" });
  const entry = held.ok ? await lockEntry(tx, entrant) : null;
  // Read after the locks, for which it may have waited.
  const from = await findStationOfScreen(tx, raffleId, screenId);
  if (!from) return refuse({ reason: "stamp-ended" });
  const { ruleId, stationId, needs } = from;
  const day = from.pace === "daily" ? ` ${dayOf(seenAt, config.timeZone)}` : "";
  const sourceKey = `${entryId} ${stationId}${day}`;
  const before = await readStampRows(tx, entrant, ruleId);
  const own = before.find((row) => row.sourceKey === sourceKey);
  const answer = (drops: number, isNew: boolean, stationIds: readonly string[]) => {
    const stamps = new Set(stationIds).size;
    return accept({ drops, rule: from.rule, stamp: { station: from.name, isNew, stamps, needs } });
  };
  const ofStations = before.map((row) => row.stationId);
  if (own?.isTakenBack) return refuse({ reason: "drop-code-taken-back" });
  if (own) return answer(own.drops, false, ofStations);
  if (!held.ok || !from.open) return refuse({ reason: "too-late" });
  if (!entry) return refuse({ reason: "entry-not-found" });
  if (needs === 0) {
    const grants = await countGrants(tx, raffleId, [entryId]);
    if ((grants.get(grantKey(entryId, ruleId)) ?? 0) >= from.maxTimes) return refuse({ reason: "stamps-enough" });
  }
  const drops = needs === 0 ? from.drops : 0;
  const row = { entryId, ruleId, way: "visit" } as const;
  const stamp = { stationId, scanId, networkHash: Buffer.from(networkHashOf(secret, raffleId, address), "hex") };
  const given = { by: { actor: from.shownBy, helperId: from.helperId }, at: clock() };
  const added = await addRows(tx, raffleId, [{ ...row, drops, sourceKey, stamp }], given);
  if (!added.has(sourceKey)) return refuse({ reason: "stamp-scan-used" });
  const stations = [...ofStations, stationId];
  if (needs === 0 || new Set(stations).size < needs) return answer(drops, true, stations);
  const full = await addRows(tx, raffleId, [{ ...row, drops: from.drops, sourceKey: `${entryId} full card` }], given);
  return answer(full.size > 0 ? from.drops : 0, true, stations);
}

type Station = {
  readonly stationId: string;
  readonly name: string;
  readonly helperId: string | null;
  readonly shownBy: string;
  readonly ruleId: string;
  readonly drops: number;
  readonly maxTimes: number;
  readonly pace: Pace;
  readonly needs: number;
  readonly rule: string;
  /** Whether entries are still taken. */
  readonly open: boolean;
};

async function findStationOfScreen(tx: Transaction, raffleId: string, screenId: string): Promise<Station | undefined> {
  const { rows } = await sql<Station>`
    select stations.id as "stationId", stations.name, helper_id as "helperId", shown_by as "shownBy", rule_id as "ruleId",
      rules.drops, max_times as "maxTimes", pace, needs, rules.details as rule, clock_timestamp() <= due_date as open
    from station_screens
    join stations on stations.raffle_id = ${raffleId} and stations.id = station_id
    join raffles on raffles.id = ${raffleId}
    join rules on rules.id = rule_id and rules.raffle_id = ${raffleId}
    where station_screens.raffle_id = ${raffleId} and station_screens.id = ${screenId} and ended_at is null
      and rules.proof = 'visit' and (helper_id is null or exists (
        select from raffle_helpers where raffle_helpers.raffle_id = ${raffleId} and raffle_helpers.id = helper_id
      ))
  `.execute(tx);
  return rows[0];
}

type OwnStamp = {
  readonly stationId: string;
  readonly sourceKey: string;
  readonly drops: number;
  readonly isTakenBack: boolean;
};

async function readStampRows(
  tx: Transaction,
  { raffleId, entryId }: EntrantScope,
  ruleId: string,
): Promise<readonly OwnStamp[]> {
  const { rows } = await sql<OwnStamp>`
    select station_id as "stationId", source_key as "sourceKey", drops, exists (
      select from earned_drops as back where back.raffle_id = ${raffleId} and back.withdraws = earned_drops.id
    ) as "isTakenBack"
    from earned_drops
    where raffle_id = ${raffleId} and entry_id = ${entryId} and rule_id = ${ruleId} and station_id is not null
  `.execute(tx);
  return rows;
}

/** The day of a moment in a time zone: 2026-11-26. */
function dayOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(at);
}
