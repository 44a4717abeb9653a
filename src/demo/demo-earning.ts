import { entrantToWriteTo } from "#src/access/entrant.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import { makeHelper } from "#src/access/staff/helper-links.ts";
import { newId } from "#src/base/ids.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { makeBatch } from "#src/earning/codes/batches.ts";
import { hashOfCode } from "#src/earning/codes/drop-code.ts";
import { codesOf, openBatch } from "#src/earning/codes/hand-out.ts";
import { redeemAll } from "#src/earning/codes/redeem-all.ts";
import { giveStamp } from "#src/earning/stamps/give-stamp.ts";
import { findScreens, openScreen } from "#src/earning/stamps/screens.ts";
import { addStations, findStation, listStations } from "#src/earning/stamps/stations.ts";
import { expectDone, UNCOUNTED } from "./demo-draw.ts";
import { sendPhotos } from "./demo-photos.ts";
import type { DemoRaffle, DemoSite } from "./demo-raffle.ts";

/** By their place in the raffle's data. */
type DemoIds = { readonly rule: (place: number) => string; readonly entry: (place: number) => string };

/**
 * Sets up the stations and codes of a raffle whose data has some, and has its entries earn what the data says: by the
 * same calls as the site's pages. Throws if the data does not fit.
 */
export async function earnDrops(site: DemoSite, raffle: DemoRaffle, raffleId: string, ids: DemoIds): Promise<void> {
  if (!raffle.rules.some(({ stations, codes }) => stations || codes)) return;
  const scope = await organiserOf(site, raffle);
  const entrant = (place: number) => entrantOf(site, raffleId, ids.entry(place));
  for (const [place, { stations, codes, details, proof }] of raffle.rules.entries()) {
    const ruleId = ids.rule(place);
    if (stations) expectDone(await addStations(site, scope, { ruleId, stations }), raffle.codeId);
    if (codes) await redeemSome(site, scope, raffle, { ruleId, codes, name: details, entryId: ids.entry });
    if (proof === "photo") await sendPhotos(site, raffle, ruleId, entrant);
  }
  const screens = await openScreens(site, scope);
  for (const { entry, stations } of raffle.stamped ?? []) {
    for (const [nth, number] of stations.entries()) {
      const at = new Date(site.clock().getTime() - (stations.length - nth) * VISITS_APART_MS);
      const deps = { ...site, clock: () => at, address: "", config: { timeZone: site.timeZone } };
      const seen = { screenId: screens.get(number) ?? "", scanId: newId(), at };
      expectDone(await giveStamp(deps, await entrant(entry), seen), raffle.codeId);
    }
  }
}

/** Somebody strolls from stall to stall. */
const VISITS_APART_MS = 7 * 60_000;

async function organiserOf(site: DemoSite, { codeId, accessCode }: DemoRaffle): Promise<OrganiserScope> {
  const proved = await proveOrganiser({ ...site, ...UNCOUNTED, reader: site.db }, { raffle: codeId, accessCode });
  if (!proved.ok) throw new Error(`The access code of ${codeId} does not open it.`);
  return proved.value;
}

async function entrantOf({ db }: DemoSite, raffleId: string, entryId: string): Promise<EntrantScope> {
  const entrant = await entrantToWriteTo(db, { raffleId, entryId });
  if (!entrant) throw new Error(`The entry ${entryId} is gone.`);
  return entrant;
}

/** Has a helper of each station open its screen. @returns their ids by the stations' numbers */
async function openScreens(site: DemoSite, scope: OrganiserScope): Promise<ReadonlyMap<number, string>> {
  const { raffleId } = scope;
  for (const { number, name } of await listStations(site.db, raffleId)) {
    const station = await findStation(site.db, raffleId, number);
    if (!station) continue;
    const helper = await makeHelper(site, scope, { name, permissions: ["show-codes"], stationId: station.id });
    if (!helper.ok) throw new Error(`No helper for ${name}: ${helper.refusal.reason}.`);
    await openScreen(site, station, { actor: `${name} (helper)`, helperId: helper.value.id });
    await site.db
      .updateTable("raffleHelpers")
      .set({ lastUsedAt: site.clock() })
      .where("raffleId", "=", raffleId)
      .where("id", "=", helper.value.id)
      .execute();
  }
  const screens = await findScreens(site.db, raffleId, { now: site.clock() });
  return new Map(screens.map(({ number, id }) => [number, id]));
}

/** Makes a batch of codes, and has entries redeem the first of them. */
async function redeemSome(
  site: DemoSite,
  scope: OrganiserScope,
  { codeId, redeemed = [] }: DemoRaffle,
  batch: { readonly ruleId: string; readonly codes: number; readonly name: string; entryId(place: number): string },
): Promise<void> {
  const { ruleId, codes, name, entryId } = batch;
  const made = await makeBatch(site, scope, { ruleId, codes, name });
  const open = made.ok ? await openBatch(site, scope, made.value.id) : made;
  if (!open.ok) throw new Error(`${codeId} makes no codes: ${open.refusal.reason}.`);
  const takers = redeemed.flatMap((one) => Array.from({ length: one.codes }, () => entryId(one.entry)));
  const { raffleId } = scope;
  for await (const some of codesOf(site, scope, open.value)) {
    const asked = some
      .slice(0, takers.length)
      .map(({ code }, nth) => ({ entryId: takers[nth] ?? "", codeHash: hashOfCode(site.secret, raffleId, code) }));
    const outcomes = await inTransaction(site.db, (tx) => redeemAll(tx, { raffleId, asked, at: site.clock() }));
    for (const outcome of outcomes) expectDone(outcome, codeId);
    takers.splice(0, asked.length);
  }
}
