import { readAuditLog, recordChange } from "#src/access/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Message, Refusal } from "#src/base/refusal.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Banner } from "./banner.ts";
import { countTicks, findRaffle } from "./read.ts";
import { inPrizeOrder, inRuleOrder } from "./rules.ts";
import type { EditedRaffle, PublicRaffle } from "./schema.ts";
import { replacePrizes, replaceRules } from "./write.ts";

export type UpdateRefusal = Refusal<"raffle-not-found" | "conflict" | "removal-unconfirmed" | "invalid-fields">;

/** An edit: the whole raffle as it shall be, of which version, what may go, and a banner where it changes. */
export type RaffleUpdate = {
  readonly version: number;
  readonly raffle: EditedRaffle;
  readonly confirmed: ReadonlySet<string>;
  readonly banner: (Banner & { readonly kind: "replaced" | "removed" }) | null;
};

/**
 * Changes a raffle to what it shall be. Prizes and rules keep their ids, by which entries tick and wish for them.
 *
 * @returns the new version; refuses an edit of an older version with who saved since, and the removal of what entrants
 * ticked or wished for (`rules.<id>` and `prizes.<id>` say how many) unless its id is confirmed. Entries made while it
 * runs are not counted: what they ticked is shown as unknown.
 */
export async function updateRaffle(
  tx: Transaction,
  scope: OrganiserScope,
  { version, raffle, confirmed, banner }: RaffleUpdate,
  clock: Clock,
): Promise<Outcome<{ version: number; changed: boolean }, UpdateRefusal>> {
  const { raffleId } = scope;
  // Not "for update": entries refer to the raffle, and must not wait for its organiser.
  await tx.selectFrom("raffles").select("id").where("id", "=", raffleId).forNoKeyUpdate().execute();
  const before = await findRaffle(tx, raffleId);
  if (!before) return refuse({ reason: "raffle-not-found" });
  if (before.version !== version) return refuseConflict(tx, scope);
  const unknown = { ...unknownRows("prizes", raffle, before), ...unknownRows("rules", raffle, before) };
  if (Object.keys(unknown).length > 0) return refuse({ reason: "invalid-fields", fields: unknown });

  const removed = { prizes: goneFrom(before.prizes, raffle.prizes), rules: goneFrom(before.rules, raffle.rules) };
  const ticks = await countTicks(tx, raffleId, {
    prizes: removed.prizes.map((prize) => prize.id),
    rules: removed.rules.map((rule) => rule.id),
  });
  const unconfirmed = {
    ...ticked(
      "rules",
      "ruleTicked",
      removed.rules.map(({ id, details }) => ({ id, name: details })),
      ticks,
      confirmed,
    ),
    ...ticked("prizes", "prizeWished", removed.prizes, ticks, confirmed),
  };
  if (Object.keys(unconfirmed).length > 0) return refuse({ reason: "removal-unconfirmed", fields: unconfirmed });

  const after = {
    ...raffle,
    prizes: inPrizeOrder(raffle.prizes.map((prize) => ({ ...prize, id: prize.id ?? newId() }))),
    rules: inRuleOrder(raffle.rules.map((rule) => ({ ...rule, id: rule.id ?? newId() }))),
  };
  const change = differences(before, after, banner?.kind);
  if (!change) return accept({ version, changed: false });
  const { prizes, rules, ...columns } = after;
  const now = clock();
  await tx
    .updateTable("raffles")
    .set({ ...columns, version: version + 1, updatedAt: now })
    .where("id", "=", raffleId)
    .execute();
  await replacePrizes(tx, raffleId, prizes);
  await replaceRules(tx, raffleId, rules);
  if (banner) {
    const { png, webp } = banner;
    await tx.updateTable("raffleBanners").set({ png, webp, updatedAt: now }).where("raffleId", "=", raffleId).execute();
  }
  await recordChange(tx, scope, { action: "edit-raffle", subject: before.codeId, ...change }, clock);
  return accept({ version: version + 1, changed: true });
}

async function refuseConflict(tx: Transaction, scope: OrganiserScope): Promise<Refused<Refusal<"conflict">>> {
  const { changes } = await readAuditLog(tx, scope, 1);
  const latest = changes.find((change) => change.action === "edit-raffle");
  const message: Message = latest
    ? { key: "raffleConflict", params: { actor: latest.actor, at: latest.at.toISOString() } }
    : { key: "raffleChanged" };
  return refuse({ reason: "conflict", fields: { version: [message] } });
}

type Rows = readonly { readonly id?: string | undefined }[];

function unknownRows(list: "prizes" | "rules", raffle: EditedRaffle, before: PublicRaffle): FieldMessages {
  const free = new Set(before[list].map((row) => row.id));
  const rows: Rows = raffle[list];
  const key = list === "prizes" ? "prizeUnknown" : "ruleUnknown";
  // An id that is named twice is unknown the second time.
  return Object.fromEntries(
    rows.flatMap((row, place) =>
      row.id === undefined || free.delete(row.id) ? [] : [[`${list}.${place}.id`, [{ key }]]],
    ),
  );
}

function goneFrom<Row extends { readonly id: string }>(before: readonly Row[], after: Rows): Row[] {
  const kept = new Set(after.map((row) => row.id));
  return before.filter((row) => !kept.has(row.id));
}

function ticked(
  list: "prizes" | "rules",
  key: string,
  removed: readonly { readonly id: string; readonly name: string }[],
  ticks: ReadonlyMap<string, number>,
  confirmed: ReadonlySet<string>,
): FieldMessages {
  const asked = removed.filter(({ id }) => ticks.has(id) && !confirmed.has(id));
  return Object.fromEntries(
    asked.map(({ id, name }) => [`${list}.${id}`, [{ key, params: { name, count: ticks.get(id) ?? 0 } }]]),
  );
}

/** The fields that differ, as they were and as they are; null where none does. */
function differences(before: PublicRaffle, after: Record<string, unknown>, banner: "replaced" | "removed" | undefined) {
  const old: Record<string, unknown> = { ...before };
  const json = (value: unknown) => canonicalJson(JSON.parse(JSON.stringify(value)));
  const changed = Object.keys(after).filter((key) => json(old[key]) !== json(after[key]));
  if (changed.length === 0 && !banner) return null;
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(old), after: { ...pick(after), ...(banner && { banner }) } };
}
