import { recordChange, type SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
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
  return startPollLoop(async () => ((await publishNextPlanned(deps)) ? 0 : IDLE_MS), onError);
}

/**
 * Publishes the raffle that has been due longest. One that another process is publishing, or that is being edited, is
 * passed: its plan is looked at again once that is done.
 *
 * @returns whether there was one
 */
export async function publishNextPlanned({ db, clock }: PublishDeps): Promise<boolean> {
  const due = (reader: Reader) =>
    reader.selectFrom("raffles").select(COLUMNS).where("publishAt", "<=", clock()).orderBy("publishAt").limit(1);
  // Without a lock: a poll at rest is in nobody's way.
  if (!(await due(db).executeTakeFirst())) return false;
  return inTransaction(db, async (tx) => {
    const raffle = await due(tx).forNoKeyUpdate().skipLocked().executeTakeFirst();
    if (!raffle) return false;
    const scope = { raffleId: raffle.id, actor: "site" } as const;
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
