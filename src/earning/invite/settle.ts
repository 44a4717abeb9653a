import { sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { isDatabaseAway } from "#src/db/database-away.ts";
import { noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle, RaffleRule } from "#src/raffles/schema.ts";
import { addRows, type NewRow } from "../write.ts";
import { readInvited, readInviteRows } from "./read.ts";
import { type InvitedEntry, type InviteRow, rowsToAdd, SITE, statesOf } from "./states.ts";

/** How soon after they join invited entries count. */
const LOOK_EVERY_MS = 10_000;

/** Settling is one part in so many of the time. */
const REST_A_WORK = 100;

/**
 * Brings the ledger up to date with who came by whose link: grants for entries that count now, withdrawals for those
 * that no longer do. The caller holds the list unlocked.
 *
 * @returns how many rows it added
 */
async function settleInvites(tx: Transaction, raffle: PublicRaffle, at: Date): Promise<number> {
  const rules = raffle.rules.filter(({ proof }) => proof === "invite");
  if (rules.length === 0) return 0;
  const invited = await readInvitedBy(tx, raffle);
  const ledger = await readInviteRows(tx, raffle.id);
  await noteWaiting(tx, raffle.id, rules, [...eachInviter(rules, invited, ledger)]);
  const lacking = rowsOf(rules, invited, ledger);
  if (lacking.length === 0) return 0;
  await tx
    .selectFrom("entries")
    .select("id")
    .where("raffleId", "=", raffle.id)
    .where("id", "=", sql<string>`any (${[...new Set(lacking.map(({ entryId }) => entryId))]}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  // Somebody may have decided while this waited for them.
  const rows = rowsOf(rules, invited, await readInviteRows(tx, raffle.id));
  for (const rule of rules) {
    const own = rows.filter(({ ruleId }) => ruleId === rule.id);
    await addRows(tx, raffle.id, own, { by: { actor: SITE }, at });
  }
  return rows.length;
}

/** Whether the ledger says of all invitations what is so now. The lock asks: it may not hold entries. */
export async function areSettled(reader: Reader, raffle: PublicRaffle): Promise<boolean> {
  const rules = raffle.rules.filter(({ proof }) => proof === "invite");
  if (rules.length === 0) return true;
  return rowsOf(rules, await readInvitedBy(reader, raffle), await readInviteRows(reader, raffle.id)).length === 0;
}

type ByInviter = ReadonlyMap<string, readonly InvitedEntry[]>;

async function readInvitedBy(reader: Reader, raffle: PublicRaffle): Promise<ByInviter> {
  return Map.groupBy(await readInvited(reader, raffle), ({ inviterId }) => inviterId);
}

/** Whom an inviter invited, and what the ledger says of it by one rule. */
type OfInviter = {
  readonly rule: RaffleRule;
  readonly inviterId: string;
  readonly invited: readonly InvitedEntry[];
  readonly rows: readonly InviteRow[];
};

function* eachInviter(
  rules: readonly RaffleRule[],
  invited: ByInviter,
  ledger: readonly InviteRow[],
): Generator<OfInviter> {
  const ofInviter = Map.groupBy(ledger, ({ entryId }) => entryId);
  for (const rule of rules) {
    for (const inviterId of new Set([...invited.keys(), ...ofInviter.keys()])) {
      const rows = (ofInviter.get(inviterId) ?? []).filter(({ ruleId }) => ruleId === rule.id);
      yield { rule, inviterId, invited: invited.get(inviterId) ?? [], rows };
    }
  }
}

function rowsOf(...all: Parameters<typeof eachInviter>): NewRow[] {
  return [...eachInviter(...all)].flatMap((one) => rowsToAdd(one.inviterId, one.invited, one.rows, one.rule));
}

/** Marks the entries whose invitations wait for the shop, as ticks do that it has to check. */
async function noteWaiting(
  tx: Transaction,
  raffleId: string,
  rules: readonly RaffleRule[],
  inviters: readonly OfInviter[],
): Promise<void> {
  const waits = ({ invited, rows, rule }: OfInviter) => [...statesOf(invited, rows, rule).values()].includes("waits");
  for (const rule of rules) {
    const waiting = inviters.filter((one) => one.rule === rule && waits(one)).map(({ inviterId }) => inviterId);
    const { rows: changed } = await sql<{ id: string }>`
      update entries set claimed_rules = case when id = any (${waiting}::uuid[]) then claimed_rules || ${rule.id}::uuid
        else array_remove(claimed_rules, ${rule.id}::uuid) end
      where raffle_id = ${raffleId} and (
        (id = any (${waiting}::uuid[]) and not claimed_rules @> array[${rule.id}::uuid])
        or (claimed_rules <> '{}' and claimed_rules @> array[${rule.id}::uuid] and id <> all (${waiting}::uuid[]))
      ) returning id
    `.execute(tx);
    if (changed.length > 0)
      await noteEntryChanges(
        tx,
        raffleId,
        changed.map(({ id }) => id),
      );
  }
}

type Deps = { readonly db: Database; readonly clock: Clock };

/**
 * Settles the invitations of all raffles that reward them and whose lists are not locked.
 *
 * @throws the first failure, after all other raffles were settled
 */
export async function settleAll({ db, clock }: Deps): Promise<number> {
  const raffles = await db
    .selectFrom("rules")
    .innerJoin("raffles", "raffles.id", "rules.raffleId")
    .select("raffleId")
    .distinct()
    .where("proof", "=", "invite")
    .where("lockedAt", "is", null)
    .execute();
  let added = 0;
  const failures: unknown[] = [];
  for (const { raffleId } of raffles) {
    try {
      added += await settleRaffle({ db, clock }, raffleId);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return added;
}

/** Settles the invitations of one raffle, unless its list is locked. */
export async function settleRaffle({ db, clock }: Deps, raffleId: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const held = await holdUnlocked(tx, raffleId, { by: "shop" });
    const raffle = held.ok ? await findRaffle(tx, raffleId) : null;
    return raffle ? settleInvites(tx, raffle, clock()) : 0;
  });
}

/** Settles invitations as they come. Before a lock they are settled once more. */
export function startSettlingInvites(deps: Deps, onError: (error: unknown) => void): PollLoop {
  return startPollLoop(async () => {
    const began = performance.now();
    await settleAll(deps);
    return Math.max(LOOK_EVERY_MS, REST_A_WORK * (performance.now() - began));
  }, onError);
}
