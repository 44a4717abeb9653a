import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { recordChange, type SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { encodeMessage, fieldErrors, optionalText, requiredText } from "#src/base/text.ts";
import { eraseClaimThatWent } from "#src/db/sharding/instead-of-triggers.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { addHolders } from "../add-holders.ts";
import { findSuccessor } from "../drawing/draw-list.ts";
import { type DrawDeps, inDrawQueue } from "../drawing/draw-raffle.ts";
import { laterOfClocks } from "../later-of-clocks.ts";
import { readListFile } from "../lock/list-parts.ts";
import { queueLeaf } from "../log/queue.ts";
import { mailAboutClaim, mailNewHolders, PRIZE_REPLACED } from "../mails/write.ts";
import { lengthOf } from "../protocol/format/texts.ts";
import { secondsOf, timeOf } from "../protocol/format/times.ts";
import { NOTE_LENGTH, REPLACEMENT_REASONS, type Replacement } from "../protocol/winners/replacements.ts";
import { findDraw, isDrawn } from "../read.ts";
import { faultOfLeaving, type HoldersClaim, type NotReplaced, passedOver } from "./rules.ts";

type ReplaceDeps = Omit<DrawDeps, "chain"> & {
  /** Of demonstration data: when somebody was replaced, perhaps long ago. */
  readonly demonstration?: { readonly replacedAt: Date };
};

/** Untrusted: who is to go, why, and what everybody reads of it. */
export type WantedReplacement = {
  readonly prizeCode: string;
  /** The ticket that the organiser saw as the prize's holder. */
  readonly from: number;
  readonly reason: string;
  readonly note: string;
};

/**
 * Why nobody is replaced: it is not drawn, or not announced; the note or the reason is not as it must be; this ticket
 * never held the prize, or was replaced for another reason; the prize was handed over; it is claimed, or there is time
 * left to claim it; another replacement of the raffle takes too long.
 */
export type ReplaceRefusal =
  | Refusal<"not-drawn" | "not-announced" | "invalid-fields" | "not-holder" | "already-replaced" | "replacing-others">
  | NotReplaced;

/**
 * How long a replacement waits for others of its raffle. Each takes up to some five seconds, with a million tickets. A
 * proxy gives up on an answer after a minute.
 */
const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 200;

const LONG = encodeMessage({ key: "textTooLong", params: { max: NOTE_LENGTH } });

/** A public note, as verifiers read it: they refuse what is not NFC. */
const noteOf = (typed: z.ZodType<string>) =>
  typed.transform((text) => text.normalize("NFC")).refine((text) => lengthOf(text) <= NOTE_LENGTH, { error: LONG });

const sentReason = z.object({ reason: z.enum(REPLACEMENT_REASONS, { error: "optionInvalid" }) });
const sentNote = z.object({ note: noteOf(requiredText(NOTE_LENGTH, "replacementNoteRequired")) });
const maybeNote = z.object({ note: noteOf(optionalText(NOTE_LENGTH)) });

/**
 * Reads a wish to replace somebody, before it is asked whether to.
 *
 * @returns refusal: `invalid-fields` (`reason`, `note`)
 */
export function readReplacement({
  prizeCode,
  from,
  ...typed
}: WantedReplacement): Outcome<Omit<Replacement, "to" | "at">, Refusal<"invalid-fields">> {
  const reason = sentReason.safeParse(typed);
  if (!reason.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(reason.error) });
  const note = (reason.data.reason === "unclaimed" ? maybeNote : sentNote).safeParse(typed);
  if (!note.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(note.error) });
  return accept({ prizeCode, from, ...reason.data, ...note.data });
}

/**
 * Gives a prize to the next in line, by section 6 of the draw protocol. Who comes follows from the draw; the organiser
 * only says who goes, and why. Asked again in the same words, it answers what was done the first time.
 *
 * @param patienceMs for tests: how long it waits for another process that replaces somebody of the raffle
 * @returns the replacement as the transcript has it; refusals: see ReplaceRefusal
 * @throws where the stored list is not the one that was locked
 */
export async function replaceWinner(
  deps: ReplaceDeps,
  scope: OrganiserScope | SiteItself,
  wanted: WantedReplacement,
  patienceMs = PATIENCE_MS,
): Promise<Outcome<Replacement, ReplaceRefusal>> {
  const read = readReplacement(wanted);
  if (!read.ok) return read;
  const begun = performance.now();
  for (;;) {
    const replaced = await inDrawQueue(deps.db, (tx) => replaceInTransaction(tx, deps, scope, read.value));
    const isOver = performance.now() - begun >= patienceMs;
    if (replaced.ok || replaced.refusal.reason !== "replacing-others" || isOver) return replaced;
    await delay(ASK_AGAIN_MS, undefined, { signal: deps.stopping });
  }
}

async function replaceInTransaction(
  tx: Transaction,
  { clock, stopping, demonstration }: ReplaceDeps,
  scope: OrganiserScope | SiteItself,
  wanted: Omit<Replacement, "to" | "at">,
): Promise<Outcome<Replacement, ReplaceRefusal>> {
  const { raffleId } = scope;
  const { prizeCode, from, reason, note } = wanted;
  // Replacements of a raffle come one after the other: each depends on all before it. Who waits holds no connection.
  const free = await tx
    .selectFrom("drawLocks")
    .select("round")
    .where("raffleId", "=", raffleId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  const draw = await findDraw(tx, raffleId);
  if (!draw || !isDrawn(draw.published)) return refuse({ reason: "not-drawn" });
  if (!draw.announcedAt) return refuse({ reason: "not-announced" });
  if (!free) return refuse({ reason: "replacing-others" });
  const { lock, seed, replacements } = draw.published;
  const { plan } = lock;
  const isInDraw = Number.isInteger(from) && from >= 1 && from <= lock.tickets;
  if (!isInDraw || !plan.prizes.some((prize) => prize.prizeCode === prizeCode)) return refuse({ reason: "not-holder" });
  const earlier = replacements.find((one) => one.prizeCode === prizeCode && one.from === from);
  if (earlier) {
    const isSame = earlier.reason === reason && earlier.note === note;
    return isSame ? accept(earlier) : refuse({ reason: "already-replaced" });
  }
  const moment = async () => demonstration?.replacedAt ?? (await laterOfClocks(tx, clock));
  const refusalNow = async (prize: HoldersClaim) => faultOfLeaving(prize, reason, await moment(), plan.claimDays);
  const seen = await findHeld(tx, raffleId, wanted).executeTakeFirst();
  if (!seen) return refuse({ reason: "not-holder" });
  const soon = await refusalNow(seen);
  if (soon) return refuse(soon);

  const passed = passedOver(plan, draw.published, wanted);
  const task = { lock, seed, prizeCode, passedOver: passed };
  const next = await findSuccessor(task, readListFile(tx, raffleId), stopping);
  if (!next.ok) throw new Error(`Nobody of ${plan.raffle} is replaced: ${JSON.stringify(next.refusal)}`);
  const to = next.value;

  // Only now, and for moments: whoever claims the prize meanwhile does not wait for the list to be read.
  const held = await findHeld(tx, raffleId, wanted).forUpdate().executeTakeFirstOrThrow();
  const refused = await refusalNow(held);
  if (refused) return refuse(refused);
  const last = secondsOf(replacements.at(-1)?.at) ?? 0;
  const now = Math.floor((await moment()).getTime() / 1000);
  const seconds = Math.max(now, last, draw.roundAt.getTime() / 1000);
  const at = new Date(seconds * 1000);
  await tx
    .insertInto("drawReplacements")
    .values({ raffleId, number: replacements.length + 1, prizeCode, fromTicket: from, toTicket: to, reason, note, at })
    .execute();
  await tx
    .updateTable("claims")
    .set({ goneAt: at })
    .where("raffleId", "=", raffleId)
    .where("id", "=", held.id)
    .execute();
  await eraseClaimThatWent(tx, raffleId, held.id);
  const came = to === null ? [] : [{ prizeCode, ticket: to }];
  await addHolders(tx, raffleId, came, { since: at, claimDays: plan.claimDays });
  await mailAboutClaim(tx, { raffleId, claimId: held.id, kind: PRIZE_REPLACED });
  await mailNewHolders(tx, raffleId, at);
  const replacement: Replacement = { ...wanted, to, at: timeOf(seconds) };
  await queueLeaf(tx, raffleId, { kind: "replacement", lock: hashOf(lock), replacement: hashOf(replacement) });
  const change = { action: "replace-winner", subject: plan.raffle, before: null, after: replacement } as const;
  await recordChange(tx, scope, change, clock);
  return accept(replacement);
}

function findHeld(tx: Transaction, raffleId: string, { prizeCode, from }: Pick<Replacement, "prizeCode" | "from">) {
  return tx
    .selectFrom("claims")
    .select(["id", "heldSince", "claimBy", "claimedAt", "handedOverAt"])
    .where("raffleId", "=", raffleId)
    .where("prizeCode", "=", prizeCode)
    .where("ticket", "=", from)
    .where("goneAt", "is", null);
}
