import { sql } from "kysely";
import { z } from "zod";
import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId, newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, optionalText, requiredText } from "#src/base/text.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { MAX_STATIONS } from "#src/raffles/proof/ways.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { STATION_LIMITS } from "./limits.ts";
import { newStationKey } from "./screen-keys.ts";

type Deps = { readonly db: Database; readonly clock: Clock; readonly secret: Uint8Array };

/** A station as everybody may read it. */
export type Station = {
  readonly id: string;
  readonly ruleId: string;
  readonly number: number;
  readonly name: string;
  readonly place: string;
  readonly endedAt: Date | null;
};

/** As the table has it. */
const MAX_STATION_NUMBER = 999;

const sentStations = z.object({
  ruleId: z.string({ error: "ruleUnknown" }),
  stations: z
    .array(
      z.object({
        name: requiredText(STATION_LIMITS.name, "stationNameRequired"),
        place: optionalText(STATION_LIMITS.place),
      }),
    )
    .min(1, { error: "stationNameRequired" }),
});

/**
 * Adds stations to a rule that is proved by stamps. Each gets a key of its own, sealed under the site's secret.
 *
 * @param sent untrusted: the rule, and the stations' names and places
 * @returns how many were added; refusals: `invalid-fields` (also where the rule has too many), `list-locked`
 */
export async function addStations(
  { db, clock, secret }: Deps,
  scope: OrganiserScope,
  sent: unknown,
): Promise<Outcome<{ readonly added: number }, Refusal<"invalid-fields"> | ListLocked>> {
  const parsed = sentStations.safeParse(sent);
  if (!parsed.success) {
    // One field of the form has them all.
    const [message] = Object.values(fieldErrors(parsed.error)).flat();
    return refuse({ reason: "invalid-fields", fields: { stations: message ? [message] : [] } });
  }
  const { raffleId } = scope;
  const { ruleId, stations } = parsed.data;
  return inTransaction(db, async (tx) => {
    // One after the other, so that all of them are counted.
    await tx.selectFrom("raffles").select("id").where("id", "=", raffleId).forNoKeyUpdate().execute();
    const held = await holdUnlocked(tx, raffleId, { by: "shop" });
    if (!held.ok) return held;
    const rule = (await findRaffle(tx, raffleId))?.rules.find(({ id }) => id === ruleId);
    if (rule?.proof !== "visit") {
      return refuse({ reason: "invalid-fields", fields: { ruleId: [{ key: "ruleUnknown" }] } } as const);
    }
    const before = await listStations(tx, raffleId);
    const open = before.filter((one) => one.ruleId === ruleId && one.endedAt === null).length;
    if (open + stations.length > MAX_STATIONS) return tooMany("stationsTooMany", MAX_STATIONS, open);
    // Those that have ended hold their numbers, which stand on printed signs.
    const last = Math.max(0, ...before.map(({ number }) => number));
    if (last + stations.length > MAX_STATION_NUMBER) return tooMany("stationsUsedUp", MAX_STATION_NUMBER, last);
    const rows = stations.map((station, place) => {
      const id = newId();
      const sealedKey = newStationKey(secret, id).sealedKey;
      return { ...station, raffleId, id, ruleId, number: last + 1 + place, sealedKey, madeAt: clock() };
    });
    await tx.insertInto("stations").values(rows).execute();
    await noteChange(tx, raffleId);
    for (const { name } of stations) {
      const after = { rule: rule.details };
      await recordChange(tx, scope, { action: "add-station", subject: name, before: null, after }, clock);
    }
    return accept({ added: rows.length });
  });
}

function tooMany(key: "stationsTooMany" | "stationsUsedUp", max: number, used: number) {
  const params = { max, left: max - used };
  return refuse({ reason: "invalid-fields", fields: { stations: [{ key, params }] } } as const);
}

/** All stations of a raffle in the order in which they were made, also those that have ended. */
export async function listStations(reader: Reader, raffleId: string): Promise<readonly Station[]> {
  return reader
    .selectFrom("stations")
    .select(["id", "ruleId", "number", "name", "place", "endedAt"])
    .where("raffleId", "=", raffleId)
    .orderBy("number")
    .execute();
}

/**
 * A station whose codes can be shown.
 *
 * @param number untrusted
 * @returns undefined where there is none, or it has ended
 */
export async function findStation(reader: Reader, raffleId: string, number: number) {
  if (!Number.isInteger(number) || number < 1 || number > MAX_STATION_NUMBER) return undefined;
  return reader
    .selectFrom("stations")
    .select(["raffleId", "id", "number", "name", "place", "sealedKey"])
    .where("raffleId", "=", raffleId)
    .where("number", "=", number)
    .where("endedAt", "is", null)
    .executeTakeFirst();
}

/**
 * Ends a station: its codes count no more, on any screen. Its stamps stay.
 *
 * @returns the station's name; refusal: `station-not-found`, also if somebody else ended it meanwhile
 */
export async function endStation(
  { db, clock }: Pick<Deps, "db" | "clock">,
  scope: OrganiserScope,
  id: string,
): Promise<Outcome<{ readonly name: string }, Refusal<"station-not-found">>> {
  if (!isId(id)) return refuse({ reason: "station-not-found" });
  const { raffleId } = scope;
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      update stations set ended_at = ${clock()} where raffle_id = ${raffleId} and id = ${id} and ended_at is null
      returning name
    `.execute(tx);
    const [ended] = rows;
    if (!ended) return refuse({ reason: "station-not-found" } as const);
    await noteChange(tx, raffleId);
    await recordChange(tx, scope, { action: "end-station", subject: ended.name, before: null, after: null }, clock);
    return accept({ name: ended.name });
  });
}

/** The raffle's page, which is cached, names its stations. */
async function noteChange(tx: Transaction, raffleId: string): Promise<void> {
  await sql`select pg_notify('raffle_changes', id || ' ' || code_id) from raffles where id = ${raffleId}`.execute(tx);
}
