import { sql } from "kysely";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { forEachShard, type RowPlace } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Wish } from "#src/entries/schema.ts";
import { entryKey } from "../lock/entry-key.ts";
import { sealOf } from "../protocol/list/ticket.ts";
import { commitmentOf, type LeafContent, type LoggedChanger, type RemovalReason } from "../protocol/log/leaf.ts";

/** An entry as it is now, as far as the log speaks of it. */
type Current = RowPlace & {
  readonly codeId: string;
  readonly entryCode: string;
  readonly emailKey: string | null;
  readonly doneRules: readonly string[];
  readonly wishes: readonly Wish[];
  readonly isTyped: boolean;
};

/** What the log says of an entry. */
type Logged = RowPlace & { readonly seal: Buffer; readonly commitment: Buffer };

/** An entry to look at, and who changed it since the log last did. */
export type ChangedEntry = RowPlace & {
  readonly by: readonly LoggedChanger[];
  readonly reason: RemovalReason;
};

/** A leaf about an entry, and what the log says of the entry from then on: nothing where it was removed. */
export type EntryLeaf = RowPlace & {
  readonly content: LeafContent;
  readonly before: Logged | undefined;
  readonly after: { readonly seal: string; readonly commitment: string } | undefined;
};

/**
 * The leaves that changed entries need: it compares each entry with what the log says of it, so that a row that is
 * queued twice, or again after a crash, gives one leaf.
 *
 * @param secret the site's, from which the keys of seals are derived
 */
export async function entryLeaves(
  tx: Transaction,
  secret: Uint8Array,
  changed: readonly ChangedEntry[],
): Promise<EntryLeaf[]> {
  const current = new Map((await readCurrent(tx, changed)).map((entry) => [entry.id, entry]));
  const logged = new Map((await readLogged(tx, changed)).map((entry) => [entry.id, entry]));
  return changed.flatMap((entry) => leafOf(secret, entry, current.get(entry.id), logged.get(entry.id)) ?? []);
}

function leafOf(
  secret: Uint8Array,
  { raffleId, id, by, reason }: ChangedEntry,
  current: Current | undefined,
  before: Logged | undefined,
): EntryLeaf | null {
  const place = { raffleId, id, before };
  if (!current) {
    if (!before) return null;
    const seal = before.seal.toString("hex");
    return { ...place, content: { kind: "removal", seal, by: known(by), reason }, after: undefined };
  }
  const after = statementOf(secret, current);
  if (!before) {
    const came: readonly LoggedChanger[] = by.length > 0 ? by : [current.isTyped ? "shop" : "entrant"];
    return { ...place, content: { kind: "entry", ...after, by: came }, after };
  }
  const from = before.seal.toString("hex");
  if (from === after.seal && before.commitment.toString("hex") === after.commitment) return null;
  return { ...place, content: { kind: "change", from, ...after, by: known(by) }, after };
}

/** Who changed what was in the log already: somebody past the program, where nobody is known. */
function known(by: readonly LoggedChanger[]): readonly LoggedChanger[] {
  return by.length > 0 ? by : ["unknown"];
}

function statementOf(secret: Uint8Array, entry: Current) {
  const { raffleId, id, codeId: raffle, entryCode, emailKey, doneRules, wishes } = entry;
  const key = entryKey(secret, { raffleId, entryId: id });
  const prizes = wishes.filter(({ status }) => status === "Selected").map(({ prizeId }) => prizeId);
  return {
    seal: sealOf({ email: emailKey ?? "", entryCode, key, raffle }, nodeSha256),
    commitment: commitmentOf({ rules: doneRules, prizes }, key, nodeSha256),
  };
}

async function readCurrent(tx: Transaction, entries: readonly RowPlace[]): Promise<Current[]> {
  return forEachShard(
    tx,
    entries,
    (isOneOf) => sql<Current>`
      select e.raffle_id as "raffleId", e.id, code_id as "codeId", entry_code as "entryCode", email_key as "emailKey",
        done_rules as "doneRules", wishes, network_hash is null as "isTyped"
      from (select * from entries where ${isOneOf()}) as e join raffles on raffles.id = e.raffle_id
    `,
  );
}

async function readLogged(tx: Transaction, entries: readonly RowPlace[]): Promise<Logged[]> {
  return forEachShard(
    tx,
    entries,
    (isOneOf) => sql<Logged>`
      select raffle_id as "raffleId", entry_id as id, seal, commitment from log_seals
      where ${isOneOf("entry_id")} and is_current
    `,
  );
}
