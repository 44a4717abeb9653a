import { sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { newId } from "#src/base/ids.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { MAX_SCREENS } from "./limits.ts";
import { codeOfScreen, newStationKey, openStationKey, slotKey } from "./screen-keys.ts";
import { SLOT_MS, SLOTS, slotOf, stepAt } from "./totp.ts";

type Deps = { readonly db: Database; readonly clock: Clock; readonly secret: Uint8Array };

/** Who shows a station's codes, as stamps name them. */
export type ShownBy = { readonly actor: string; readonly helperId: string | null };

/** What a page shows codes with: its keys, each with its slot. */
export type ScreenKeys = readonly { readonly slot: number; readonly key: Buffer }[];

/** A screen whose codes count now. */
export type OpenScreen = {
  readonly id: string;
  readonly stationId: string;
  readonly number: number;
  readonly sealedKey: Buffer;
};

/**
 * Opens a screen of a station, or goes on with it: the same person gets the same codes on each device.
 *
 * @param station of the raffle, and not ended
 * @returns the keys of this slot and the next ones: an hour without a network, at least
 */
export async function openScreen(
  { db, clock, secret }: Deps,
  { raffleId, id, sealedKey }: { readonly raffleId: string; readonly id: string; readonly sealedKey: Buffer },
  { actor, helperId }: ShownBy,
): Promise<ScreenKeys> {
  const now = clock();
  const row = { raffleId, id: newId(), stationId: id, helperId, shownBy: actor, openedAt: now };
  const screen = await db
    .insertInto("stationScreens")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["raffleId", "stationId", "helperId", "shownBy"]).doUpdateSet({ openedAt: now }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  const stationKey = openStationKey(secret, id, sealedKey) ?? (await renewKey({ db, secret }, { raffleId, id }));
  const first = slotOf(stepAt(now.getTime()));
  return Array.from({ length: SLOTS }, (_, place) => ({
    slot: first + place,
    key: slotKey(stationKey, screen.id, first + place),
  }));
}

/**
 * The screens whose codes count: opened lately, of stations and helpers' links that have not ended. So a link that is
 * ended counts no more at once, although its page goes on.
 *
 * @param ago how long ago the codes were shown that are looked for
 */
export async function findScreens(
  reader: Reader,
  raffleId: string,
  { now, ago = 0 }: { readonly now: Date; readonly ago?: number },
): Promise<readonly OpenScreen[]> {
  const since = new Date(now.getTime() - ago - SLOTS * SLOT_MS);
  const { rows } = await sql<OpenScreen>`
    select station_screens.id, station_id as "stationId", number, sealed_key as "sealedKey"
    from station_screens
    join stations on stations.raffle_id = ${raffleId} and stations.id = station_screens.station_id
    where station_screens.raffle_id = ${raffleId} and opened_at > ${since} and ended_at is null
      and (helper_id is null or exists (
        select from raffle_helpers where raffle_helpers.raffle_id = ${raffleId} and raffle_helpers.id = helper_id
      ))
    order by opened_at desc limit ${MAX_SCREENS}
  `.execute(reader);
  return rows;
}

/** The station of a screen, whether or not it counts still. */
export async function stationOfScreen(reader: Reader, raffleId: string, screenId: string) {
  const { rows } = await sql<{ name: string; number: number }>`
    select name, number from station_screens
    join stations on stations.raffle_id = ${raffleId} and stations.id = station_id
    where station_screens.raffle_id = ${raffleId} and station_screens.id = ${screenId}
  `.execute(reader);
  return rows[0];
}

/** The first of the screens that shows a code at one of the steps. */
export function screenShowing(
  secret: Uint8Array,
  screens: readonly OpenScreen[],
  { code, steps }: { readonly code: string; readonly steps: readonly number[] },
): OpenScreen | undefined {
  return screens.find(({ id, stationId, sealedKey }) => {
    const stationKey = openStationKey(secret, stationId, sealedKey);
    return stationKey !== null && steps.some((step) => codeOfScreen(stationKey, id, step) === code);
  });
}

/** Gives a station another key after the site's secret has changed. Its screens show other codes from then on. */
async function renewKey(
  { db, secret }: Pick<Deps, "db" | "secret">,
  { raffleId, id }: { readonly raffleId: string; readonly id: string },
): Promise<Buffer> {
  const { key, sealedKey } = newStationKey(secret, id);
  await db.updateTable("stations").set({ sealedKey }).where("raffleId", "=", raffleId).where("id", "=", id).execute();
  return key;
}
