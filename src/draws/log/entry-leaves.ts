import { sql } from "kysely";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { forEachShard, type RowPlace } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Earned } from "#src/entries/counted-drops.ts";
import type { Wish } from "#src/entries/schema.ts";
import { entryKey } from "../lock/entry-key.ts";
import { sealOf } from "../protocol/list/ticket.ts";
import { commitmentOf, type LeafContent, type LoggedChanger, type RemovalReason } from "../protocol/log/leaf.ts";

/** All of an entry that the log speaks of. */
export type EntryState = {
  readonly entryCode: string;
  readonly emailKey: string | null;
  readonly doneRules: readonly string[];
  readonly wishes: readonly Wish[];
  readonly isTyped: boolean;
  /** What the ledger has of it: drops by rule, and the number of its rows. None in what an earlier version queued. */
  readonly earned?: Earned;
  readonly earnedRows?: number;
};

type Current = RowPlace & EntryState;

/** A seal, and the commitment to ticks and wishes that goes with it, in hex. */
type Statement = { readonly seal: string; readonly commitment: string };

/** What the log says of an entry: its seal, if it has one, and all that it ever had. */
type Logged = { readonly current: Statement | undefined; readonly seals: ReadonlySet<string> };

type ByWhom = readonly LoggedChanger[];

/** An entry to look at: how it was before each change of its seal, by whom, and who changed it since then. */
export type ChangedEntry = RowPlace & {
  readonly was: readonly { readonly state: EntryState; readonly by: ByWhom }[];
  readonly by: ByWhom;
  readonly reason: RemovalReason;
};

/** A leaf about an entry, with what the log says of the seal that ends, and of the one that the entry has then. */
export type EntryLeaf = RowPlace & {
  readonly content: LeafContent;
  readonly before: Statement | undefined;
  readonly after: Statement | undefined;
};

/**
 * The leaves that changed entries need: it compares each entry with what the log says of it, so that a row that is
 * queued twice, or again after a crash, gives one leaf. What an entry was for less than a second has its leaf too:
 * somebody may have a receipt of it.
 *
 * @param secret the site's, from which the keys of seals are derived
 */
export async function entryLeaves(
  tx: Transaction,
  secret: Uint8Array,
  changed: readonly ChangedEntry[],
): Promise<EntryLeaf[]> {
  const current = new Map((await readCurrent(tx, changed)).map((entry) => [entry.id, entry]));
  const logged = await readLogged(tx, changed);
  const codes = await readCodes(tx, changed);
  return changed.flatMap((entry) => {
    const codeId = codes.get(entry.raffleId);
    const stated = (state: EntryState) => statementOf(secret, { ...state, ...entry, codeId: codeId ?? "" });
    const now = current.get(entry.id);
    const known = logged.get(entry.id) ?? { current: undefined, seals: new Set() };
    // Of a deleted raffle nothing can be stated any more.
    const was = codeId === undefined ? [] : entry.was;
    const steps = [
      ...was.map(({ state, by }) => ({ by, isTyped: state.isTyped, statement: stated(state) })),
      {
        by: entry.by,
        isTyped: now?.isTyped ?? false,
        statement: now && codeId !== undefined ? stated(now) : undefined,
      },
    ];
    return leavesOf(entry, steps, known);
  });
}

type Step = { readonly by: ByWhom; readonly isTyped: boolean; readonly statement: Statement | undefined };

function leavesOf({ raffleId, id, reason }: ChangedEntry, steps: readonly Step[], logged: Logged): EntryLeaf[] {
  const leaves: EntryLeaf[] = [];
  let before = logged.current;
  for (const [at, { by, isTyped, statement: after }] of steps.entries()) {
    const next = steps[at + 1];
    if (after && next && after.seal !== before?.seal) {
      if (logged.seals.has(after.seal)) continue;
      // The log saw what came of it already.
      if (before && steps.slice(at + 1).some(({ statement }) => statement?.seal === before?.seal)) {
        const content = { kind: "change", from: after.seal, ...before, by: known(next.by) } as const;
        leaves.push({ raffleId, id, content, before: after, after: before });
        continue;
      }
    }
    const content = contentOf({ before, after, by, isTyped, reason });
    if (content) leaves.push({ raffleId, id, content, before, after });
    before = after;
  }
  return leaves;
}

type Change = Pick<EntryLeaf, "before" | "after"> & Pick<ChangedEntry, "by" | "reason"> & { readonly isTyped: boolean };

function contentOf({ before, after, by, isTyped, reason }: Change): LeafContent | null {
  if (!after) return before ? { kind: "removal", seal: before.seal, by: known(by), reason } : null;
  if (!before) {
    const came: ByWhom = by.length > 0 ? by : [isTyped ? "shop" : "entrant"];
    return { kind: "entry", ...after, by: came };
  }
  if (before.seal === after.seal && before.commitment === after.commitment) return null;
  return { kind: "change", from: before.seal, ...after, by: known(by) };
}

/** Who changed what was in the log already: somebody past the program, where nobody is known. */
function known(by: ByWhom): ByWhom {
  return by.length > 0 ? by : ["unknown"];
}

function statementOf(secret: Uint8Array, entry: Current & { readonly codeId: string }): Statement {
  const { raffleId, id, codeId: raffle, entryCode, emailKey, doneRules, wishes, earned = {}, earnedRows = 0 } = entry;
  const key = entryKey(secret, { raffleId, entryId: id });
  const prizes = wishes.filter(({ status }) => status === "Selected").map(({ prizeId }) => prizeId);
  return {
    seal: sealOf({ email: emailKey ?? "", entryCode, key, raffle }, nodeSha256),
    commitment: commitmentOf({ rules: doneRules, prizes, earned, rows: earnedRows }, key, nodeSha256),
  };
}

async function readCodes(tx: Transaction, entries: readonly RowPlace[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map(({ raffleId }) => raffleId))];
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom("raffles").select(["id", "codeId"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, codeId }) => [id, codeId]));
}

async function readCurrent(tx: Transaction, entries: readonly RowPlace[]): Promise<Current[]> {
  return forEachShard(
    tx,
    entries,
    (isOneOf) => sql<Current>`
      select raffle_id as "raffleId", id, entry_code as "entryCode", email_key as "emailKey", done_rules as "doneRules",
        wishes, network_hash is null as "isTyped", earned, earned_rows as "earnedRows"
      from entries where ${isOneOf()}
    `,
  );
}

async function readLogged(tx: Transaction, entries: readonly RowPlace[]): Promise<ReadonlyMap<string, Logged>> {
  const rows = await forEachShard(
    tx,
    entries,
    (isOneOf) => sql<{ id: string; seal: Buffer; commitment: Buffer; isCurrent: boolean }>`
      select entry_id as id, seal, commitment, is_current as "isCurrent" from log_seals where ${isOneOf("entry_id")}
    `,
  );
  const stated = ({ seal, commitment }: (typeof rows)[number]) => ({
    seal: seal.toString("hex"),
    commitment: commitment.toString("hex"),
  });
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => {
      const current = of.find(({ isCurrent }) => isCurrent);
      return [
        id,
        { current: current && stated(current), seals: new Set(of.map(({ seal }) => seal.toString("hex"))) },
      ] as const;
    }),
  );
}
