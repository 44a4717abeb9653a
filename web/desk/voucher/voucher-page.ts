import { createContext, data, redirectDocument } from "react-router";
import { CODE_HOLDER } from "#src/access/codes/prove-code.ts";
import { newId } from "#src/base/ids.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type CheckedVoucher, checkVoucher } from "#src/claims/vouchers/check-voucher.ts";
import { spendVoucher, unspendVoucher } from "#src/claims/vouchers/spend-voucher.ts";
import { attemptVoucher } from "#src/claims/vouchers/voucher-attempts.ts";
import { readVoucherCode, shownVoucherCode } from "#src/claims/vouchers/voucher-code.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText, isTrusted } from "../../requests/form-text.ts";
import { proveOnPage } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { type RefusalView, refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/voucher.route.ts";
import { staffOfVoucher } from "./voucher-staff.ts";

/** What somebody of the shop sees of a voucher. */
export type VoucherView =
  | { readonly state: "unknown"; readonly typed: string }
  | (Omit<CheckedVoucher, "claimId" | "used"> & {
      readonly shown: string;
      /** `by` is null for the organiser. */
      readonly used: { readonly at: Date; readonly by: string | null } | null;
      /** Tells a request that is sent again from another one. */
      readonly key: string;
    });

/** What became of a form. */
export type VoucherAnswer = {
  readonly voucher: VoucherView | null;
  readonly done: "used" | "unused" | null;
  readonly refusal: RefusalView | null;
  readonly intent: string;
  /** The typed code, raffle and reason. */
  readonly typed: { readonly code: string; readonly raffle: string; readonly reason: string };
};

type PageArgs = Pick<Route.ActionArgs, "request" | "context">;

/** In the address after the right codes: whoever is asked for them again has a browser that keeps no cookies. */
const OPENED = "opened";

/** Set by the action, so that the loader after it does not check the voucher of the address once more. */
const actedContext = createContext(false);

/** Who looks, and what they see of the voucher in the page's address. */
export async function loadVoucher(args: PageArgs, typed: string) {
  const staff = await staffOfVoucher(args, typed);
  const raffles = staff?.raffles ?? null;
  const forgotten = !staff && new URL(args.request.url).searchParams.has(OPENED);
  if (!staff || args.context.get(actedContext) || typed === "") return { raffles, voucher: null, forgotten };
  const { address, solution } = args.context.get(visitorContext);
  const { limits, db } = args.context.get(siteContext);
  const work = () => checkVoucher(db, staff.scope, typed);
  const found = await attemptVoucher({ limits, address, solution }, staff.scope, typed, work);
  if (!found.ok && "challenge" in found.refusal) throw refusalPage(args.context, found.refusal);
  return { raffles, forgotten, voucher: found.ok ? viewOf(found.value) : { state: "unknown" as const, typed } };
}

/** Opens the screen for a raffle's access code, checks a voucher, uses it, or takes that back. */
export async function actOnVoucher(args: PageArgs) {
  args.context.set(actedContext, true);
  const { context } = args;
  const form = await readForm(args.request, context.get(visitorContext).language);
  const intent = formText(form, "intent");
  const [code, raffle, reason] = [formText(form, "code"), formText(form, "raffle"), formText(form, "reason")];
  const answer = { voucher: null, done: null, intent, typed: { code, raffle, reason } };
  if (intent === "open") {
    const claim = { raffle: raffle.trim(), accessCode: formText(form, "accessCode") };
    const proof = await attempt(context, () => proveOnPage(args, claim, isTrusted(form)), form);
    if (!proof.ok) return refusedWith(answer, proof.refusal);
    const to = `/voucher/${readVoucherCode(code) ?? ""}?${OPENED}`;
    throw redirectDocument(to, 303);
  }
  if (code.trim() === "") {
    const refusal = { reason: "invalid-fields", fields: { code: [{ key: "voucherCodeRequired" }] } } as const;
    return refusedWith(answer, refusal);
  }
  const outcome = await attempt(context, () => workOn(args, form), form);
  if (outcome.ok) {
    const done = intent === "use" ? ("used" as const) : intent === "unuse" ? ("unused" as const) : null;
    return data<VoucherAnswer>({ ...answer, voucher: viewOf(outcome.value), done, refusal: null });
  }
  const { refusal } = outcome;
  if (refusal.reason === "voucher-not-found") {
    const voucher = { state: "unknown", typed: code } as const;
    return data<VoucherAnswer>({ ...answer, voucher, refusal: null }, refusalStatus(refusal));
  }
  // What it is like by now says more than the refusal does.
  const now = await staffOfVoucher(args, code);
  const found = now && (await checkVoucher(context.get(siteContext).db, now.scope, code));
  return refusedWith({ ...answer, voucher: found?.ok ? viewOf(found.value) : null }, refusal);
}

type WorkRefusal = Refusal<RefusalReason> | ChallengeRefusal;

async function workOn(args: PageArgs, form: FormData): Promise<Outcome<CheckedVoucher, WorkRefusal>> {
  const site = args.context.get(siteContext);
  const code = formText(form, "code");
  const staff = await staffOfVoucher(args, code);
  if (!staff) return refuse({ reason: "access-code-mismatch" });
  const { address } = args.context.get(visitorContext);
  const prover = { limits: site.limits, address, solution: formText(form, "altcha") };
  return attemptVoucher(
    prover,
    staff.scope,
    code,
    async (): Promise<Outcome<CheckedVoucher, Refusal<RefusalReason>>> => {
      switch (formText(form, "intent")) {
        case "use":
          return spendVoucher(site, staff.scope, { code, key: formText(form, "key") });
        case "unuse":
          return unspendVoucher(site, staff.scope, { code, reason: formText(form, "reason") });
        default:
          return checkVoucher(site.db, staff.scope, code);
      }
    },
  );
}

function refusedWith(answer: Omit<VoucherAnswer, "refusal">, refusal: WorkRefusal) {
  return data<VoucherAnswer>({ ...answer, refusal: refusalView(refusal) }, refusalStatus(refusal));
}

function viewOf({ claimId: _claimId, used, ...voucher }: CheckedVoucher): VoucherView {
  return {
    ...voucher,
    shown: shownVoucherCode(voucher.code),
    used: used && { at: used.at, by: used.by === CODE_HOLDER ? null : used.by },
    key: newId(),
  };
}
