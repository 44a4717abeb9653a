import { sql } from "kysely";
import { type OrganiserRefusal, proveOrganiser, type SignedInDeps } from "#src/access/organiser.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import { violatedConstraint } from "#src/db/sharding/violated-constraint.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { drawUnusedCode } from "#src/db/used-codes.ts";
import { insertNames } from "#src/entries/listed/insert-names.ts";
import { CREATE_RAFFLE } from "#src/raffles/action-limits.ts";
import { invalidRaffle } from "#src/raffles/lifecycle/create-raffle.ts";
import { LEAD_MINUTES } from "#src/raffles/limits.ts";
import { type RaffleInput, raffleInput } from "#src/raffles/schema.ts";
import { createRaffle, newRaffleCode } from "#src/raffles/write.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { type LockDeps, lockInTransaction } from "../lock/lock-list.ts";
import { checkNames, type NamesRefusal, type Repeated } from "./check-names.ts";
import { codesOfPress, findPressed, type PressCodes, type PressedRaffle } from "./same-press.ts";

type Deps = LockDeps &
  Omit<SignedInDeps, "reader" | "pass" | "solution"> &
  CountedVisitor & { readonly timeZone: string };

/** A draw as its organiser wants it. Untrusted but for the names, which were read from a text. */
export type WantedDraw = {
  readonly names: readonly string[];
  readonly repeated: Repeated;
  /** Name, shop, prizes and status as the form of a raffle sends them. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the organiser says that these names may be used for a draw. */
  readonly mayUse: boolean;
  /** The random key of the page whose button was pressed; empty if it has none. */
  readonly key?: string;
};

export type ListDrawRefusal =
  | NamesRefusal
  | Refusal<"invalid-raffle" | "invalid-fields">
  | ChallengeRefusal
  | OrganiserRefusal;

/** Checks what an organiser wants, without storing anything of it. */
export function checkListDraw(
  { clock, timeZone }: Pick<Deps, "clock" | "timeZone">,
  { names, repeated, body, mayUse }: WantedDraw,
) {
  const checked = checkNames(names, repeated);
  const parsed = raffleInput(timeZone).safeParse({ ...body, ...planFrom(clock()) });
  const fields = {
    ...(checked.ok ? {} : checked.refusal.fields),
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...(!mayUse && { mayUse: [{ key: "namesMayUse" as const }] }),
  };
  if (!checked.ok || !parsed.success || !mayUse) return refuse(invalidRaffle(fields));
  return accept({ ...checked.value, raffle: parsed.data });
}

/**
 * Makes a raffle of a list of names, and locks it at once: it has no form, and its draw waits for the next random
 * number alone. All of it is one transaction, so that no list is stored that is not locked. A press that arrives
 * again, as after a lost answer, gets what the first one made.
 *
 * @returns the raffle's codes; refusals: `invalid-fields`, `invalid-raffle`, and those of making a raffle
 */
export async function drawFromList(deps: Deps, wanted: WantedDraw): Promise<Outcome<PressedRaffle, ListDrawRefusal>> {
  const checked = checkListDraw(deps, wanted);
  if (!checked.ok) return checked;
  const { key = "", ...press } = wanted;
  const codes = codesOfPress(deps.secret, key, [deps.account?.userId, press]);
  const find = async () => (codes ? findPressed(deps.db, { ...deps, now: deps.clock() }, codes) : accept(null));
  const before = await find();
  if (!before.ok) return before;
  if (before.value) return accept(before.value);
  const admitted = await deps.limits.admit({ policy: CREATE_RAFFLE, address: deps.address }, deps.solution);
  if (!admitted.ok) return admitted;
  try {
    return accept(await makeAndLock(deps, checked.value, codes));
  } catch (error) {
    // A press beside this one was faster.
    const faster = violatedConstraint(error) === "raffles_pkey" ? await find() : accept(null);
    if (!faster.ok) return faster;
    if (!faster.value) throw error;
    return accept(faster.value);
  }
}

type CheckedDraw = { readonly raffle: RaffleInput; readonly drawn: readonly string[] };

async function makeAndLock(
  deps: Deps,
  { raffle, drawn }: CheckedDraw,
  known: PressCodes | null,
): Promise<PressedRaffle> {
  const codeId = await drawUnusedCode(deps.db, newRaffleCode);
  const { secret, clock, account: owner } = deps;
  return inTransaction(deps.db, async (tx) => {
    const closes = await readClosing(tx);
    const created = await createRaffle(
      tx,
      { ...raffle, dueDate: closes, drawDate: closes, logo: "" },
      { codeId, banner: null, pictures: [], secret, clock, owner, entriesFrom: "list", known },
    );
    await insertNames(tx, created.id, drawn);
    const organiser = await proveOrganiser(
      { ...deps, reader: tx, solution: undefined },
      { raffle: codeId, accessCode: created.accessCode },
    );
    if (!organiser.ok) throw new Error("The code of a new raffle does not open it.");
    const locked = await lockInTransaction(tx, deps, organiser.value);
    if (!locked.ok) throw new Error(`A list of names was not locked: ${locked.refusal.reason}.`);
    return { ...created, name: raffle.name };
  });
}

/** The plan of each list draw: everybody has one chance, and the number comes as soon as the protocol permits. */
function planFrom(now: Date) {
  const at = now.toISOString();
  return {
    ...{ dueDate: at, drawDate: at, checkMinutes: 0, leadMinutes: LEAD_MINUTES.least },
    ...{ drawRequires: "none", drawWeight: "equal", rules: [], sources: [] },
  };
}

/** A due date that is not over for this transaction's entries, and is over when its list is locked. */
async function readClosing(tx: Transaction): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx);
  return new Date((rows[0]?.now.getTime() ?? 0) + 1);
}
