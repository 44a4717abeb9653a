import type { StaffScope } from "#src/access/scope.ts";
import { findRefusedSlip, listRefusedSlips, type RefusedSlip } from "#src/entries/paper/offline/refused-slips.ts";
import { slipKey } from "#src/entries/paper/offline/slip-key.ts";
import { initialOf, type TypedSlip } from "#src/entries/paper/read-slip-form.ts";
import { newEntryCode } from "#src/entries/submit/submission.ts";
import { accountContext } from "#src/http/page-context.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { Screen } from "../../requests/answer-form.ts";

/** What a page says and its script knows of slips without a network. */
export type OfflineView = {
  readonly raffleId: string;
  readonly codeId: string;
  readonly siteKey: string;
  readonly dueDate: Date;
  /** Where the form for slips is. */
  readonly form: string;
  /** Whether this browser may store the form, to open it without a network. */
  readonly stores: boolean;
};

/** A refused slip as staff see it in a list. */
export type RefusedSlipView = Pick<RefusedSlip, "id" | "number" | "typedAt"> & {
  readonly initial: string;
  readonly why: OutcomeKey;
  readonly isReadable: boolean;
};

type OutcomeKey = KeyUnder<"claims", "slips.outcome">;

/** The form of who is signed in shows their name, so that their browser stores none. */
export async function offlineView(
  { params, context, site }: Screen,
  { id, codeId, dueDate }: PublicRaffle,
): Promise<OfflineView> {
  const { accessCode } = params;
  const stores = accessCode === undefined && !(await context.get(accountContext)());
  const form = ["/add-entry", codeId, ...(accessCode === undefined ? [] : [accessCode])].join("/");
  return { raffleId: id, codeId, siteKey: slipKey(site.secret), dueDate, form, stores };
}

/** The refused slips of a raffle, and the one that the address opens in the form. */
export async function refusedSlipsView({ site, url }: Screen, scope: StaffScope<"add-entries">) {
  const asked = url.searchParams.get("slip");
  const [slips, opened] = await Promise.all([
    listRefusedSlips(site, scope),
    asked === null ? null : findRefusedSlip(site, scope, asked),
  ]);
  return {
    refused: slips.map(refusedView),
    opened: opened && { ...refusedView(opened), typed: opened.typed && againAs(opened.typed, opened.outcome) },
  };
}

function refusedView({ id, number, typedAt, outcome, typed }: RefusedSlip): RefusedSlipView {
  return { id, number, typedAt, initial: initialOf(typed), why: outcome as OutcomeKey, isReadable: typed !== null };
}

/** A slip keeps its entry code, so that two who correct it at once make one entry; unless that code is the fault. */
function againAs(typed: TypedSlip, outcome: string): TypedSlip {
  return outcome === "entry-code-conflict" ? { ...typed, body: { ...typed.body, entryCode: newEntryCode() } } : typed;
}
