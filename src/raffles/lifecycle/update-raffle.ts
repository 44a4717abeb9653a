import type { AuditAction } from "#src/access/audit/actions.ts";
import { readAuditLog, recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Message, MessageKey, Refusal } from "#src/base/refusal.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { RaffleField } from "../fields.ts";
import { awaitHolders } from "../list-lock.ts";
import type { Banner } from "../pictures/banner-format.ts";
import type { ShopPicture } from "../pictures/shop-picture.ts";
import { planFactsOf, recordPlanChange } from "../plan-facts.ts";
import { countTicks, findRaffle, readMarks } from "../read.ts";
import { inPrizeOrder, inRuleOrder } from "../rules.ts";
import type { EditedRaffle, PublicRaffle, RaffleRule } from "../schema.ts";
import { pictureFaults } from "../shop/shop-pictures.ts";
import { lockAtOf, type PlannedTimes, possibleDrawDate } from "../timeline/timeline.ts";
import { dropUnnamedPictures, replaceBanner, replacePrizes, replaceRules, storePictures } from "../write.ts";

export type UpdateRefusal = Refusal<
  "raffle-not-found" | "conflict" | "removal-unconfirmed" | "invalid-fields" | "list-locked"
>;

/** What may still be changed once the list is locked: nothing that people entered for, and nothing of the plan. */
const FREE_AFTER_LOCK: ReadonlySet<string> = new Set([
  "status",
  "publishAt",
  "retentionDays",
  "sources",
  "facebookLink",
  "instagramLink",
  // Not the shop's name and place: whoever promised the prizes gives them.
  "shopContact",
  "accentColor",
  "logo",
  "banner",
] satisfies (RaffleField | "logo" | "banner")[]);

/** An edit: the version it is based on, the whole new raffle, the confirmed removals, and a changed banner or null. */
export type RaffleUpdate = {
  readonly version: number;
  readonly raffle: EditedRaffle & { readonly logo: string };
  readonly confirmed: ReadonlySet<string>;
  readonly banner: { readonly kind: "replaced"; readonly picture: Banner } | { readonly kind: "removed" } | null;
  /** New pictures that the raffle names. */
  readonly pictures: readonly ShopPicture[];
};

/** What came of an edit. `drawMoved`: the draw date is later than the one that was sent, which was too early. */
export type UpdatedRaffle = { readonly version: number; readonly changed: boolean; readonly drawMoved: boolean };

/**
 * Replaces a raffle's fields, prizes and rules. Prizes and rules keep their ids, which entries refer to.
 *
 * Refuses an edit of an older version with `conflict`, which names who saved since. Refuses the removal of ticked rules
 * and wished prizes with `removal-unconfirmed` (`rules.<id>` and `prizes.<id>` give the count), unless confirmed.
 * With the first entry, how many entries a mailbox may have and how rules are proved is fixed. Once the list is locked,
 * refuses a change of anything that matters to the draw with `list-locked`. Stores a change of the plan for everybody
 * to see. New times move a draw date that is too early for them. Entries made meanwhile are not counted; their ticks of
 * removed rows are shown as unknown.
 *
 * @returns the new version, or the present one if nothing differs
 */
export async function updateRaffle(
  tx: Transaction,
  scope: OrganiserScope,
  { version, raffle, confirmed, banner, pictures }: RaffleUpdate,
  clock: Clock,
): Promise<Outcome<UpdatedRaffle, UpdateRefusal>> {
  const { raffleId } = scope;
  // Not "for update": new entries refer to the raffle's row and must not wait for this lock.
  await tx.selectFrom("raffles").select("id").where("id", "=", raffleId).forNoKeyUpdate().execute();
  const before = await findRaffle(tx, raffleId);
  if (!before) return refuse({ reason: "raffle-not-found" });
  const after = {
    ...raffle,
    drawDate: drawDateAfter(before, raffle),
    prizes: inPrizeOrder(raffle.prizes.map((prize) => ({ ...prize, id: prize.id ?? newId() }))),
    rules: inRuleOrder(raffle.rules.map((rule) => ({ ...rule, id: rule.id ?? newId() }))),
  };
  const change = differences(before, after, banner?.kind);
  // An unchanged raffle is no conflict, for example when a client repeats a request whose response was lost.
  const drawMoved = after.drawDate > raffle.drawDate;
  if (!change) return accept({ version: before.version, changed: false, drawMoved });
  if (before.lockedAt && Object.keys(change.after).some((key) => !FREE_AFTER_LOCK.has(key))) {
    return refuse({ reason: "list-locked" });
  }
  if (before.version !== version) return refuseConflict(tx, scope);
  if (before.entriesPerMailbox !== after.entriesPerMailbox && (await hasEntries(tx, raffleId))) {
    return refuse({ reason: "invalid-fields", fields: { entriesPerMailbox: [{ key: "entriesPerMailboxFixed" }] } });
  }
  const reproved = provedOtherwise(before.rules, after.rules);
  if (reproved && (await hasEntries(tx, raffleId))) return refuse({ reason: "invalid-fields", fields: reproved });
  const unknown = { ...unknownRows("prizes", raffle, before), ...unknownRows("rules", raffle, before) };
  if (Object.keys(unknown).length > 0) return refuse({ reason: "invalid-fields", fields: unknown });

  const marks = [...(await readMarks(tx, raffleId)), ...pictures.map(({ mark }) => mark)];
  const faults = pictureFaults(raffle, new Set(marks));
  if (faults) return faults;

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

  const { prizes, rules, ...columns } = after;
  // Else a raffle that was drawn otherwise, or waits for its organiser, would lock because of an edit of its text.
  const movesLock = lockAtOf(before).getTime() !== lockAtOf(after).getTime();
  const now = clock();
  await tx
    .updateTable("raffles")
    .set({ ...columns, ...(movesLock && { lockAt: lockAtOf(after) }), version: version + 1, updatedAt: now })
    .where("id", "=", raffleId)
    .execute();
  await replacePrizes(tx, raffleId, prizes);
  await replaceRules(tx, raffleId, rules);
  await storePictures(tx, raffleId, pictures);
  await dropUnnamedPictures(tx, raffleId);
  await recordPlanChange(tx, raffleId, { before: planFactsOf(before), after: planFactsOf(after), at: now });
  if (banner) await replaceBanner(tx, raffleId, banner.kind === "replaced" ? banner.picture : null, now);
  await recordChange(tx, scope, { action: "edit-raffle", subject: before.codeId, ...change }, clock);
  return accept({ version: version + 1, changed: true, drawMoved });
}

/**
 * Whether a raffle has an entry, or a deleted one that can come back. Waits for those who are entering, and keeps
 * others from it until the transaction ends: they enter by what it says then.
 */
async function hasEntries(tx: Transaction, raffleId: string): Promise<boolean> {
  await awaitHolders(tx, raffleId);
  await tx.selectFrom("raffles").select("id").where("id", "=", raffleId).forUpdate().execute();
  const ofRaffle = (table: "entries" | "deletedEntries") =>
    tx.selectFrom(table).select("raffleId").where("raffleId", "=", raffleId).limit(1).executeTakeFirst();
  return (await ofRaffle("entries")) !== undefined || (await ofRaffle("deletedEntries")) !== undefined;
}

const TIMES = ["dueDate", "drawDate", "checkMinutes", "leadMinutes"] as const satisfies (keyof PlannedTimes)[];

/**
 * The draw date after an edit. Where no time was changed it stays: a plan that is published is not moved in passing.
 */
function drawDateAfter(before: PlannedTimes, after: PlannedTimes): Date {
  const isSame = TIMES.every((name) => before[name].valueOf() === after[name].valueOf());
  return isSame ? after.drawDate : possibleDrawDate(after);
}

/** What counts a raffle's version up. */
const SAVING: ReadonlySet<string> = new Set<AuditAction>([
  "edit-raffle",
  "publish-raffle",
  "unpublish-raffle",
  "publish-as-planned",
]);

async function refuseConflict(tx: Transaction, scope: OrganiserScope): Promise<Refused<Refusal<"conflict">>> {
  const { changes } = await readAuditLog(tx, scope, 1);
  const latest = changes.find(({ action }) => SAVING.has(action));
  const message: Message =
    latest?.action === "edit-raffle"
      ? { key: "raffleConflict", params: { actor: latest.actor, at: latest.at.toISOString() } }
      : { key: "raffleChanged" };
  return refuse({ reason: "conflict", fields: { version: [message] } });
}

/** A message for each rule that stays, and is to be proved or counted in another way. */
function provedOtherwise(before: readonly RaffleRule[], after: readonly RaffleRule[]): FieldMessages | null {
  const was = new Map(before.map((rule) => [rule.id, rule]));
  const changed = after.flatMap((rule, place) =>
    (["proof", "maxTimes", "pace", "needs", "drops"] as const).flatMap((name) => {
      const old = was.get(rule.id);
      // What was earned stays what it was worth then.
      const isFixed = name !== "drops" || rule.proof !== "said";
      return old && isFixed && old[name] !== rule[name]
        ? [[`rules.${place}.${name}`, [{ key: name === "drops" ? "ruleWorthFixed" : "ruleProofFixed" }]] as const]
        : [];
    }),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

type Rows = readonly { readonly id?: string | undefined }[];

function unknownRows(list: "prizes" | "rules", raffle: EditedRaffle, before: PublicRaffle): FieldMessages {
  const free = new Set(before[list].map((row) => row.id));
  const rows: Rows = raffle[list];
  const key = list === "prizes" ? "prizeUnknown" : "ruleUnknown";
  // A repeated id counts as unknown the second time.
  return Object.fromEntries(
    rows.flatMap((row, place) =>
      row.id === undefined || free.delete(row.id) ? [] : [[`${list}.${place}.id`, [{ key }]]],
    ),
  );
}

function goneFrom<Row extends { readonly id: string }>(before: readonly Row[], after: Rows): Row[] {
  const remaining = new Set(after.map((row) => row.id));
  return before.filter((row) => !remaining.has(row.id));
}

function ticked(
  list: "prizes" | "rules",
  key: MessageKey,
  removed: readonly { readonly id: string; readonly name: string }[],
  ticks: ReadonlyMap<string, number>,
  confirmed: ReadonlySet<string>,
): FieldMessages {
  const asked = removed.filter(({ id }) => ticks.has(id) && !confirmed.has(id));
  return Object.fromEntries(
    asked.map(({ id, name }) => [`${list}.${id}`, [{ key, params: { name, count: ticks.get(id) ?? 0 } }]]),
  );
}

/** The changed fields with their values before and after. Null if none differs. */
function differences(before: PublicRaffle, after: Record<string, unknown>, banner: "replaced" | "removed" | undefined) {
  const old: Record<string, unknown> = { ...before };
  const json = (value: unknown) => canonicalJson(JSON.parse(JSON.stringify(value)));
  const changed = Object.keys(after).filter((key) => json(old[key]) !== json(after[key]));
  if (changed.length === 0 && !banner) return null;
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(old), after: { ...pick(after), ...(banner && { banner }) } };
}
