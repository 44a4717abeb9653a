import { setTimeout as delay } from "node:timers/promises";
import { recordChange, type SiteItself } from "#src/access/audit/audit.ts";
import type { ContactScope, OrganiserScope } from "#src/access/scope.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { eraseClaimThatWent } from "#src/db/sharding/instead-of-triggers.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { addHolders } from "../add-holders.ts";
import { findSuccessor } from "../drawing/draw-list.ts";
import { type DrawDeps, inDrawQueue } from "../drawing/draw-raffle.ts";
import { laterOfClocks } from "../later-of-clocks.ts";
import { readListFile } from "../lock/list-parts.ts";
import { siteKeyPair } from "../lock/site-key.ts";
import { queueLeaf } from "../log/queue.ts";
import { mailAboutClaim, mailNewHolders, PRIZE_REPLACED } from "../mails/write.ts";
import { secondsOf, timeOf } from "../protocol/format/times.ts";
import { type Plan, PROTOCOL_1 } from "../protocol/plan.ts";
import type { Transcript } from "../protocol/transcript.ts";
import { signReplacement } from "../protocol/winners/replacement-proof.ts";
import type { Replacement } from "../protocol/winners/replacements.ts";
import { findDraw, isDrawn } from "../read.ts";
import { endAnnouncement } from "./announcements.ts";
import { faultOfLeaving, type HoldersClaim, type NotReplaced, passedOver } from "./rules.ts";

export type ReplaceDeps = Omit<DrawDeps, "chain"> & {
  /** The site's, whose key signs replacements. */
  readonly secret: Uint8Array;
  /** Of demonstration data: when somebody was replaced, perhaps long ago. */
  readonly demonstration?: { readonly at: Date };
};

/** Who goes, and why. */
export type Leaving = Pick<Replacement, "prizeCode" | "from" | "reason" | "note">;

/** The claim of the holder who goes, locked. */
export type LeavingClaim = HoldersClaim & { readonly id: string; readonly entryId: string };

/** Since when it stood in public that the holder goes, or what says that they agreed. */
export type Granted = { readonly announced: Date | null; readonly consent: string | null };

/** What gives somebody the right to let the holder go: nothing under the plan's rules, days in public, or consent. */
export type Ground<Refused> = {
  /** Whether what was done before is this. */
  readonly isSame: (earlier: Replacement) => boolean;
  /** Asked once nobody else can change the claim. It may write what goes with the replacement. */
  readonly hold: (
    tx: Transaction,
    about: { readonly plan: Plan; readonly lockHash: string; readonly claim: LeavingClaim; readonly now: Date },
  ) => Promise<Outcome<Granted, Refused>>;
};

/**
 * Why nobody is replaced: it is not drawn, or not announced; this ticket never held the prize, or was replaced for
 * another reason; the prize was handed over; it is claimed, or there is time left to claim it; another replacement of
 * the raffle takes too long.
 */
export type NotCarriedOut =
  | Refusal<"not-drawn" | "not-announced" | "not-holder" | "already-replaced" | "replacing-others">
  | NotReplaced;

/**
 * How long a replacement waits for others of its raffle. Each takes up to some five seconds, with a million tickets. A
 * proxy gives up on an answer after a minute.
 */
export const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 200;

/**
 * Gives a prize to the next in line, by section 6 of the draw protocol. Who comes follows from the draw. Asked again,
 * it answers what was done the first time.
 *
 * @param patienceMs how long it waits for another process that replaces somebody of the raffle
 * @returns the replacement as the transcript has it
 * @throws where the stored list is not the one that was locked
 */
export async function carryOut<Refused = never>(
  deps: ReplaceDeps,
  scope: OrganiserScope | ContactScope | SiteItself,
  leaving: Leaving,
  ground: Ground<Refused>,
  patienceMs = PATIENCE_MS,
): Promise<Outcome<Replacement, NotCarriedOut | Refused>> {
  const begun = performance.now();
  for (;;) {
    const replaced = await inDrawQueue(deps.db, (tx) => replaceInTransaction(tx, deps, scope, leaving, ground));
    const isOver = performance.now() - begun >= patienceMs;
    if (replaced.ok || !isWaiting(replaced.refusal) || isOver) return replaced;
    await delay(ASK_AGAIN_MS, undefined, { signal: deps.stopping });
  }
}

const isWaiting = (refusal: unknown) => (refusal as Refusal<string>).reason === "replacing-others";

async function replaceInTransaction<Refused>(
  tx: Transaction,
  { clock, secret, stopping, demonstration }: ReplaceDeps,
  scope: OrganiserScope | ContactScope | SiteItself,
  leaving: Leaving,
  ground: Ground<Refused>,
): Promise<Outcome<Replacement, NotCarriedOut | Refused>> {
  const { raffleId } = scope;
  const { prizeCode, from, reason } = leaving;
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
  if (earlier) return ground.isSame(earlier) ? accept(earlier) : refuse({ reason: "already-replaced" });
  const moment = async () => demonstration?.at ?? (await laterOfClocks(tx, clock));
  const refusalNow = async (prize: HoldersClaim) => faultOfLeaving(prize, reason, await moment(), plan.claimDays);
  const seen = await findHeld(tx, raffleId, leaving).executeTakeFirst();
  if (!seen) return refuse({ reason: "not-holder" });
  const soon = await refusalNow(seen);
  if (soon) return refuse(soon);

  const passed = passedOver(plan, draw.published, leaving);
  const task = { lock, seed, prizeCode, passedOver: passed };
  const next = await findSuccessor(task, readListFile(tx, raffleId), stopping);
  if (!next.ok) throw new Error(`Nobody of ${plan.raffle} is replaced: ${JSON.stringify(next.refusal)}`);
  const to = next.value;

  // Only now, and for moments: a winner who claims the prize meanwhile does not wait for the list to be read. The entry
  // comes first, as where it is erased.
  await holdEntry(tx, raffleId, seen.entryId);
  const held = await findHeld(tx, raffleId, leaving).forUpdate().executeTakeFirstOrThrow();
  const refused = await refusalNow(held);
  if (refused) return refuse(refused);
  const last = secondsOf(replacements.at(-1)?.at) ?? 0;
  const now = Math.floor((await moment()).getTime() / 1000);
  const seconds = Math.max(now, last, draw.roundAt.getTime() / 1000);
  const at = new Date(seconds * 1000);
  const granted = await ground.hold(tx, { plan, lockHash: draw.lockHash, claim: held, now: at });
  if (!granted.ok) return granted;
  const replacement = provedBy(granted.value, { ...leaving, to, at: timeOf(seconds) }, draw.published, secret);
  await storeReplacement(tx, { raffleId, number: replacements.length + 1 }, replacement);
  await tx
    .updateTable("claims")
    .set({ goneAt: at })
    .where("raffleId", "=", raffleId)
    .where("id", "=", held.id)
    .execute();
  await eraseClaimThatWent(tx, raffleId, held.id);
  await endAnnouncement(tx, { raffleId, prizeCode, from }, "replaced", at);
  const came = to === null ? [] : [{ prizeCode, ticket: to }];
  await addHolders(tx, raffleId, came, { since: at, claimDays: plan.claimDays });
  await mailAboutClaim(tx, { raffleId, claimId: held.id, kind: PRIZE_REPLACED });
  await mailNewHolders(tx, raffleId, at);
  await queueLeaf(tx, raffleId, { kind: "replacement", lock: hashOf(lock), replacement: hashOf(replacement) });
  // Readers of the log of changes need no signatures.
  const after = { ...leaving, to, at: replacement.at };
  const change = { action: "replace-winner", subject: plan.raffle, before: null, after } as const;
  await recordChange(tx, scope, change, clock);
  return accept(replacement);
}

/** A replacement with all that its version of the protocol asks for. */
function provedBy(
  { announced, consent }: Granted,
  replacement: Replacement,
  { lock, siteKey, replacements }: Transcript,
  secret: Uint8Array,
): Replacement {
  if (lock.plan.protocol === PROTOCOL_1) return replacement;
  const own = siteKeyPair(secret);
  if (own.siteKey !== siteKey) throw new Error(`${lock.plan.raffle} was locked under another key.`);
  const proof = {
    announced: announced ? timeOf(announced.getTime() / 1000) : "",
    consent: consent ?? "",
    previous: hashOf(replacements.at(-1) ?? lock),
  };
  return signReplacement({ ...replacement, ...proof }, own.secretKey);
}

async function storeReplacement(
  tx: Transaction,
  place: { readonly raffleId: string; readonly number: number },
  { from, to, at, announced, consent, previous, signature, ...one }: Replacement,
): Promise<void> {
  const bytes = (hex: string | undefined) => (hex ? Buffer.from(hex, "hex") : null);
  const proof = { consent: bytes(consent), previous: bytes(previous), signature: bytes(signature) };
  const times = { at: new Date(at), announced: announced ? new Date(announced) : null };
  await tx
    .insertInto("drawReplacements")
    .values({ ...place, ...one, ...proof, ...times, fromTicket: from, toTicket: to })
    .execute();
}

async function holdEntry(tx: Transaction, raffleId: string, entryId: string): Promise<void> {
  await tx
    .selectFrom("entries")
    .select("id")
    .where("raffleId", "=", raffleId)
    .where("id", "=", entryId)
    .forKeyShare()
    .execute();
}

function findHeld(tx: Transaction, raffleId: string, { prizeCode, from }: Pick<Leaving, "prizeCode" | "from">) {
  return tx
    .selectFrom("claims")
    .select(["id", "entryId", "heldSince", "claimBy", "claimedAt", "handedOverAt"])
    .where("raffleId", "=", raffleId)
    .where("prizeCode", "=", prizeCode)
    .where("ticket", "=", from)
    .where("goneAt", "is", null);
}
