import { type SqlBool, sql } from "kysely";
import { recordChange, type SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { PollLoop } from "#src/base/poll-loop.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { startDueLoop } from "#src/jobs/due-loop.ts";
import type { RaffleStatus } from "../limits.ts";

type PublishDeps = { readonly db: Database; readonly clock: Clock };

/** The pause when no raffle is due. Plans are typed to the minute. */
const IDLE_MS = 5_000;

const COLUMNS = ["id", "codeId", "status", "publishAt"] as const;

/**
 * Puts a raffle on the public list, or takes it off: it stays reachable by its link, like all unpublished raffles. A
 * plan to publish it ends.
 *
 * @returns nothing; refusal: `raffle-not-found`
 */
export async function setPublished(
  { db, clock }: PublishDeps,
  scope: OrganiserScope,
  published: boolean,
): Promise<Outcome<void, Refusal<"raffle-not-found">>> {
  return inTransaction(db, async (tx) => {
    const raffle = await tx
      .selectFrom("raffles")
      .select(COLUMNS)
      .where("id", "=", scope.raffleId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!raffle) return refuse({ reason: "raffle-not-found" });
    const status = published ? "Published" : "Unpublished";
    if (raffle.status === status) return accept(undefined);
    const action = published ? "publish-raffle" : "unpublish-raffle";
    await changeStatus(tx, scope, { raffle, status, action }, clock);
    return accept(undefined);
  });
}

/** Publishes raffles at their planned times, and at once those that were due while no process ran. */
export function startPublishing(deps: PublishDeps, onError: (error: unknown) => void): PollLoop {
  return startDueLoop(
    {
      find: (excluded) => findPlanned(deps, excluded),
      work: async ({ id }) => ((await publishPlanned(deps, id)) ? null : IDLE_MS),
      idleMs: IDLE_MS,
    },
    onError,
  );
}

/**
 * The raffle, except `excluded`, whose plan has been due longest. It takes no lock: a poll at rest is in nobody's way.
 */
export function findPlanned({ db, clock }: PublishDeps, excluded: readonly string[]) {
  return db
    .selectFrom("raffles")
    .select("id")
    .where("publishAt", "<=", clock())
    .where(sql<SqlBool>`id <> all(${excluded}::uuid[])`)
    .orderBy("publishAt")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Publishes a raffle whose plan is due.
 *
 * @returns false if another process is publishing it, or it is being edited: then its plan is looked at again
 */
export async function publishPlanned({ db, clock }: PublishDeps, raffleId: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const raffle = await tx
      .selectFrom("raffles")
      .select(COLUMNS)
      .where("id", "=", raffleId)
      .where("publishAt", "<=", clock())
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!raffle) return false;
    const scope = { raffleId, actor: "site" } as const;
    await changeStatus(tx, scope, { raffle, status: "Published", action: "publish-as-planned" }, clock);
    return true;
  });
}

/** Changes the status of a raffle whose row the transaction has locked. */
async function changeStatus(
  tx: Transaction,
  scope: OrganiserScope | SiteItself,
  change: {
    readonly raffle: {
      readonly id: string;
      readonly codeId: string;
      readonly status: string;
      readonly publishAt: Date | null;
    };
    readonly status: RaffleStatus;
    readonly action: "publish-raffle" | "unpublish-raffle" | "publish-as-planned";
  },
  clock: Clock,
): Promise<void> {
  const { raffle, status, action } = change;
  const { codeId: subject, publishAt } = raffle;
  await tx
    .updateTable("raffles")
    // The new version makes an edit that is already open fail with a conflict.
    .set((eb) => ({ status, publishAt: null, version: eb("version", "+", 1), updatedAt: clock() }))
    .where("id", "=", raffle.id)
    .execute();
  const before = { status: raffle.status, ...(publishAt && { publishAt }) };
  const after = { status, ...(publishAt && { publishAt: null }) };
  await recordChange(tx, scope, { action, subject, before, after }, clock);
}
