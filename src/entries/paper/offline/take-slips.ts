import { z } from "zod";
import type { StaffScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { SubmissionRefusal } from "../../submit/outcomes.ts";
import type { ConfirmTicks } from "../../submit/submission.ts";
import { preparePaperEntry, writePaperEntry } from "../add-paper-entry.ts";
import { COUNTER_SOURCE, paperSources } from "../paper-sources.ts";
import { initialOf, readSlipForm } from "../read-slip-form.ts";
import { MAX_REFUSED_SLIPS, MAX_SEALED_LENGTH, MAX_SLIP_NUMBER, SLIPS_PER_REQUEST } from "./limits.ts";
import { countRefusedSlips } from "./refused-slips.ts";
import type { SlipFields, SlipHead } from "./seal-format.ts";
import { settleSlip } from "./settle-slip.ts";
import { openSlip } from "./slip-key.ts";

/** The last moment that JavaScript knows, in milliseconds. */
const LAST_MOMENT = 8.64e15;

const sentSlips = z.object({
  slips: z
    .array(
      z.object({
        id: z.uuid().toLowerCase(),
        number: z.int().min(1).max(MAX_SLIP_NUMBER),
        typedAt: z.int().min(0).max(LAST_MOMENT),
        sealed: z.base64url().min(1).max(MAX_SEALED_LENGTH),
      }),
    )
    .min(1)
    .max(SLIPS_PER_REQUEST),
});

type SentSlip = z.infer<typeof sentSlips>["slips"][number];

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly defaultRegion: string;
  readonly secret: Uint8Array;
  readonly confirmTicks: ConfirmTicks;
};

/** What became of a slip: its entry is stored, or why not. `unreadable`: the site cannot open it. */
export type SlipOutcome =
  | "accepted"
  | "unreadable"
  | Exclude<SubmissionRefusal["reason"], "raffle-not-found">
  | "invalid-fields";

/** The answer for one slip. The phone forgets it then. */
export type SlipAnswer = {
  readonly id: string;
  readonly outcome: SlipOutcome;
  /** The first letter of the first name; empty if there is none. */
  readonly initial: string;
};

/**
 * Adds the slips that a phone stored without a network, each by itself. A slip counts once, however often it is sent:
 * its answer is stored in the transaction that adds its entry. What was typed on a refused one stays, still sealed,
 * until staff settle it.
 *
 * It is added by what holds when it arrives. A phone's clock proves nothing, so no slip is added after the due date,
 * whenever it was typed.
 *
 * @param body untrusted, of any shape
 * @returns an answer for each slip; refusals of all: `body-invalid`, `raffle-not-found`, `too-many-slips`
 */
export async function takeSlips(
  deps: Deps,
  scope: StaffScope<"add-entries">,
  body: unknown,
): Promise<Outcome<readonly SlipAnswer[], Refusal<"body-invalid" | "raffle-not-found" | "too-many-slips">>> {
  const sent = sentSlips.safeParse(body);
  if (!sent.success) return refuse({ reason: "body-invalid" });
  const raffle = await findRaffle(deps.db, scope.raffleId);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  if ((await countRefusedSlips(deps.db, scope)) >= MAX_REFUSED_SLIPS) return refuse({ reason: "too-many-slips" });
  const answers: SlipAnswer[] = [];
  for (const slip of sent.data.slips) answers.push(await takeSlip(deps, scope, raffle, slip));
  return accept(answers);
}

async function takeSlip(
  { db, clock, secret, ...deps }: Deps,
  scope: StaffScope<"add-entries">,
  raffle: PublicRaffle,
  slip: SentSlip,
): Promise<SlipAnswer> {
  const { id, number } = slip;
  const key = { raffleId: raffle.id, id };
  const sealed = Buffer.from(slip.sealed, "base64url");
  const fields = openSlip(secret, raffle.id, slip, sealed);
  const initial = initialOf(fields && readSlipForm(fields));
  const outcome = await inTransaction(db, async (tx) => {
    const now = clock();
    const row = { ...key, number, typedAt: new Date(slip.typedAt), receivedAt: now, sentBy: scope.actor };
    const isNew = await tx
      .insertInto("offlineSlips")
      .values({ ...row, outcome: "accepted" })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!isNew) return answerBefore(tx, key);
    const reached = fields ? await addSlip(tx, scope, raffle, { fields, slip, clock, ...deps }) : "unreadable";
    if (reached !== "accepted") {
      await tx
        .updateTable("offlineSlips")
        .set({ outcome: reached, sealed })
        .where("raffleId", "=", key.raffleId)
        .where("id", "=", id)
        .execute();
    }
    return reached;
  });
  return { id, outcome, initial };
}

type OpenedSlip = Pick<Deps, "clock" | "confirmTicks" | "defaultRegion"> & {
  readonly fields: SlipFields;
  readonly slip: SlipHead;
};

async function addSlip(
  tx: Transaction,
  scope: StaffScope<"add-entries">,
  raffle: PublicRaffle,
  { fields, slip, defaultRegion, ...deps }: OpenedSlip,
): Promise<SlipOutcome> {
  const typed = readSlipForm(fields);
  const counter = paperSources(raffle).find((source) => source.toLowerCase() === COUNTER_SOURCE.toLowerCase());
  const source = typed.source || (counter ?? "");
  const prepared = preparePaperEntry(raffle, { ...typed, source }, defaultRegion);
  if (!prepared.ok) return prepared.refusal.reason;
  const added = await writePaperEntry(tx, scope, { ...prepared.value, typedAt: new Date(slip.typedAt) }, deps);
  if (added.ok) {
    if (typed.corrects) await settleSlip(tx, scope, typed.corrects, deps.clock());
    return "accepted";
  }
  const { reason } = added.refusal;
  return reason === "raffle-not-found" ? "submission-closed" : reason;
}

async function answerBefore(
  tx: Transaction,
  { raffleId, id }: { readonly raffleId: string; readonly id: string },
): Promise<SlipOutcome> {
  const { outcome } = await tx
    .selectFrom("offlineSlips")
    .select("outcome")
    .where("raffleId", "=", raffleId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return outcome as SlipOutcome;
}
