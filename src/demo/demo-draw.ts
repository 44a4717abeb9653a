import { entrantToWriteTo } from "#src/access/entrant.ts";
import { proveStaff } from "#src/access/staff/staff.ts";
import { HOUR_MS } from "#src/base/clock.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { claimPrize } from "#src/claims/claiming/claim-prize.ts";
import { giveBackPrize } from "#src/claims/claiming/give-back.ts";
import { noteOpened } from "#src/claims/claiming/note-opened.ts";
import { spendVoucher } from "#src/claims/vouchers/spend-voucher.ts";
import { drawRaffle } from "#src/draws/drawing/draw-raffle.ts";
import { readPublishedBeacon } from "#src/draws/drawing/published-beacon.ts";
import { lockList } from "#src/draws/lock/lock-list.ts";
import { faultOfBeacon } from "#src/draws/protocol/beacon/beacon.ts";
import { QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { findDraw, isDrawn } from "#src/draws/read.ts";
import { announceReplacement } from "#src/draws/replacing/announce-replacement.ts";
import { readAsksFirst } from "#src/draws/replacing/announcements.ts";
import { replaceWinner } from "#src/draws/replacing/replace-winner.ts";
import { createPictures } from "#src/raffles/pictures/pictures.ts";
import type { DemoRaffle, DemoSite } from "./demo-raffle.ts";

/** The demonstration's draw takes milliseconds. */
const NEVER = new AbortController().signal;

/** Winners and staff of the demonstration come from nowhere, so that no limit counts them. */
export const UNCOUNTED = {
  address: "",
  solution: undefined,
  limits: { admit: async () => accept(undefined) },
  accessCodeAttempts: { attempt: async <Result>(_: unknown, prove: () => Promise<Result>) => prove() },
};

/**
 * Locks the list of a raffle that says so, draws it, and lets its winners withdraw, claim and collect. Its people do
 * not exist, so that nobody is mailed. Throws if the data does not fit.
 */
export async function playDraw(site: DemoSite, raffle: DemoRaffle, raffleId: string): Promise<void> {
  const { codeId, locked, drawn, announce, replaced = [], claimed = [], announced = [] } = raffle;
  if (!locked && !drawn) return;
  const lockedAt = drawn ? new Date(drawn.lockedAt) : site.clock();
  const by = { raffleId, actor: "site" } as const;
  expectDone(await lockList({ ...site, chain: QUICKNET, demonstration: { lockedAt } }, by), codeId);
  if (!drawn) return;
  const draw = await findDraw(site.db, codeId);
  const beacon = draw && readPublishedBeacon(drawn.beacon, draw.published.lock.round);
  if (!beacon || faultOfBeacon(QUICKNET, beacon.round, beacon))
    throw new Error(`${codeId} has randomness of another round.`);
  const clock = announce === "with-show" ? site.clock : () => new Date(drawn.drawDate);
  await drawRaffle({ ...site, clock, stopping: NEVER }, by, beacon);
  const asksFirst = await readAsksFirst(site.db, raffleId);
  for (const { prizeCode, winner, at, ...why } of replaced) {
    const deps = { ...site, stopping: NEVER, demonstration: { at: new Date(at) } };
    const held = await heldBy(site, raffleId, {
      prizeCode,
      ticket: await winnerOf(site, codeId, { prizeCode, winner }),
    });
    const replacedBy = asksFirst
      ? giveBackPrize({ ...deps, clock: () => new Date(at) }, held.scope, held.claimId, why.note)
      : replaceWinner(deps, by, { prizeCode, from: held.ticket, ...why });
    expectDone(await replacedBy, codeId);
  }
  for (const claim of claimed) await collect(site, raffle, raffleId, claim);
  if (!asksFirst) return;
  for (const { prizeCode, winner, hoursAgo, ...why } of announced) {
    const at = new Date(site.clock().getTime() - hoursAgo * HOUR_MS);
    const wanted = { prizeCode, from: await winnerOf(site, codeId, { prizeCode, winner }), ...why };
    expectDone(await announceReplacement({ ...site, demonstration: { at } }, by, wanted), codeId);
  }
}

/** The claim of a ticket for a prize, and the proof of its winner. */
async function heldBy(
  { db }: DemoSite,
  raffleId: string,
  { prizeCode, ticket }: { readonly prizeCode: string; readonly ticket: number },
) {
  const claim = await db
    .selectFrom("claims")
    .select(["id", "entryId"])
    .where("raffleId", "=", raffleId)
    .where("prizeCode", "=", prizeCode)
    .where("ticket", "=", ticket)
    .executeTakeFirstOrThrow();
  const scope = await entrantToWriteTo(db, { raffleId, entryId: claim.entryId });
  if (!scope) throw new Error(`The winner of ${prizeCode} is gone.`);
  return { claimId: claim.id, entryId: claim.entryId, ticket, scope };
}

/** A winner opens their page, claims the prize and, if the data says so, has it handed over for the voucher. */
async function collect(
  site: DemoSite,
  { codeId, accessCode }: DemoRaffle,
  raffleId: string,
  { prizeCode, winner, way, day, at, handedOverAt, says = "" }: NonNullable<DemoRaffle["claimed"]>[number],
): Promise<void> {
  const { db } = site;
  const ticket = await winnerOf(site, codeId, { prizeCode, winner });
  const { claimId, entryId, scope } = await heldBy(site, raffleId, { prizeCode, ticket });
  const pictures = createPictures();
  const deps = { ...site, ...UNCOUNTED, pictures, clock: () => new Date(at) };
  const { address } = await db
    .selectFrom("entries")
    .select("address")
    .where("raffleId", "=", raffleId)
    .where("id", "=", entryId)
    .executeTakeFirstOrThrow();
  await noteOpened(deps, scope);
  const answers = { way, day, address, phone: "", answer: "", share: says !== "", sentence: says };
  expectDone(await claimPrize(deps, scope, claimId, { ...answers, id: null, photo: null }), codeId);
  await db
    .updateTable("winnerWords")
    .set({ shown: true })
    .where("raffleId", "=", raffleId)
    .where("claimId", "=", claimId)
    .execute();
  if (!handedOverAt) return;
  const { voucherCode } = await db
    .selectFrom("claims")
    .select("voucherCode")
    .where("raffleId", "=", raffleId)
    .where("id", "=", claimId)
    .executeTakeFirstOrThrow();
  const staff = await proveStaff(
    { ...site, ...UNCOUNTED, reader: db },
    { raffle: codeId, accessCode },
    "validate-vouchers",
  );
  if (!staff.ok) throw new Error(`The access code of ${codeId} does not open it.`);
  const sent = { code: voucherCode ?? "", key: claimId };
  expectDone(await spendVoucher({ db, clock: () => new Date(handedOverAt) }, staff.value, sent), codeId);
}

/** The ticket that was drawn for a place among a prize's winners. */
async function winnerOf(
  { db }: DemoSite,
  codeId: string,
  { prizeCode, winner }: { readonly prizeCode: string; readonly winner: number },
): Promise<number> {
  const draw = (await findDraw(db, codeId))?.published;
  const result = draw && isDrawn(draw) ? draw.results.find((one) => one.prizeCode === prizeCode) : undefined;
  return result?.winners[winner] ?? 0;
}

/** Throws where an action of the demonstration is refused: its data does not fit. */
export function expectDone(outcome: Outcome<unknown, Refusal<string>>, codeId: string): void {
  if (!outcome.ok) throw new Error(`The data of ${codeId} does not fit: ${outcome.refusal.reason}.`);
}
