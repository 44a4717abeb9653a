import { createContext, redirectDocument } from "react-router";
import { admitChange } from "#src/access/audit/admit-change.ts";
import { CODE_HOLDER } from "#src/access/codes/prove-code.ts";
import { rafflesHeld } from "#src/access/held-raffles.ts";
import { findStaff, proveStaff } from "#src/access/staff/staff.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import {
  type CheckedVoucher,
  checkVoucher,
  raffleOfVoucher,
  type VoucherScope,
} from "#src/claims/vouchers/check-voucher.ts";
import { spendVoucher, unspendVoucher } from "#src/claims/vouchers/spend-voucher.ts";
import { attemptVoucher } from "#src/claims/vouchers/voucher-attempts.ts";
import { readVoucherCode, shownVoucherCode } from "#src/claims/vouchers/voucher-code.ts";
import { accountContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { SentForm } from "../../requests/answer-form.ts";
import { formText, isTrusted } from "../../requests/form-text.ts";
import { givenTo, proveOnPage } from "../../requests/organiser.ts";
import type { PageRequest } from "../../requests/page-request.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { VoucherCheck } from "./voucher-check.tsx";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "with-pass", camera: true };

/** In the address after the right codes: whoever is asked for them again has a browser that keeps no cookies. */
const OPENED = "opened";

/** Set by the action, so that the loader after it does not check the voucher of the address once more. */
const actedContext = createContext(false);

/** Who looks, and what they see of the voucher in the page's address. */
export const loader = siteLoader(
  "claims:voucher.check.description",
  async (screen) => {
    const { context, url, params, meta } = screen;
    const { code = "" } = params;
    const staff = await staffOfVoucher(screen, code);
    const checks = staff && code !== "" && !context.get(actedContext);
    return {
      code,
      /** The raffles whose vouchers this browser may check; null if it has proved nothing. */
      raffles: staff?.raffles ?? null,
      /** The raffle of a helper's home; null for who is no helper, or one of several raffles. */
      home: staff?.home ?? null,
      /** Whether it has just proved something, and forgot it. */
      forgotten: !staff && url.searchParams.has(OPENED),
      voucher: checks ? await lookAt(screen, staff.scope, code) : null,
      meta: { ...meta, listed: false },
    };
  },
  ({ voucher }) => (voucher?.state === "unknown" ? 404 : 200),
);

type Refused = Refusal<RefusalReason> | ChallengeRefusal;

type Typed = { readonly code: string; readonly raffle: string; readonly reason: string };

/** Opens the screen for a raffle's access code, checks a voucher, uses it, or takes that back. */
export const action = siteAction({
  read: (form): Typed => ({
    code: formText(form, "code"),
    raffle: formText(form, "raffle"),
    reason: formText(form, "reason"),
  }),
  change: async (sent): Promise<Outcome<VoucherView | Response, Refused>> => {
    const { context, form, intent, typed } = sent;
    context.set(actedContext, true);
    if (intent === "open") {
      const claim = { raffle: typed.raffle.trim(), accessCode: formText(form, "accessCode") };
      const proof = await proveOnPage(sent, claim, isTrusted(form));
      if (!proof.ok) return proof;
      return accept(redirectDocument(`/voucher/${readVoucherCode(typed.code) ?? ""}?${OPENED}`, 303));
    }
    if (typed.code.trim() === "") {
      return refuse({ reason: "invalid-fields", fields: { code: [{ key: "voucherCodeRequired" }] } });
    }
    const worked = await workOn(sent);
    return worked.ok ? accept(viewOf(worked.value)) : worked;
  },
  /** What a voucher is like by now says more than the refusal does. */
  more: async (sent, { reason }): Promise<VoucherView | null> => {
    const { site, intent, typed } = sent;
    if (reason === "voucher-not-found") return { state: "unknown", typed: typed.code };
    if (intent === "open" || typed.code.trim() === "") return null;
    const staff = await staffOfVoucher(sent, typed.code);
    const found = staff && (await checkVoucher(site.db, staff.scope, typed.code));
    return found?.ok ? viewOf(found.value) : null;
  },
});

export default VoucherCheck;

type VoucherView =
  | { readonly state: "unknown"; readonly typed: string }
  | (Omit<CheckedVoucher, "claimId" | "used"> & {
      readonly shown: string;
      /** `by` is null for the organiser. */
      readonly used: { readonly at: Date; readonly by: string | null } | null;
      /** Tells a request that is sent again from another one. */
      readonly key: string;
    });

/** What the address names, seen without a form. */
async function lookAt({ context }: PageRequest, scope: VoucherScope, typed: string): Promise<VoucherView> {
  const { address, solution } = context.get(visitorContext);
  const { limits, db } = context.get(siteContext);
  const found = await attemptVoucher({ limits, address, solution }, scope, typed, () => checkVoucher(db, scope, typed));
  if (!found.ok && "challenge" in found.refusal) throw refusalPage(context, found.refusal);
  return found.ok ? viewOf(found.value) : { state: "unknown", typed };
}

async function workOn(sent: SentForm<null, Typed>): Promise<Outcome<CheckedVoucher, Refused>> {
  const { site, deps, form, intent, typed } = sent;
  const { code, reason } = typed;
  const staff = await staffOfVoucher(sent, code);
  if (!staff) return refuse({ reason: "access-code-mismatch" });
  const { scope } = staff;
  const admitted = intent === "use" || intent === "unuse" ? await admitChange(deps, scope) : accept(undefined);
  if (!admitted.ok) return admitted;
  return attemptVoucher(deps, scope, code, async (): Promise<Outcome<CheckedVoucher, Refusal<RefusalReason>>> => {
    switch (intent) {
      case "use":
        return spendVoucher(site, scope, { code, key: formText(form, "key") });
      case "unuse":
        return unspendVoucher(site, scope, { code, reason });
      default:
        return checkVoucher(site.db, scope, code);
    }
  });
}

function viewOf({ claimId: _claimId, used, ...voucher }: CheckedVoucher): VoucherView {
  return {
    ...voucher,
    shown: shownVoucherCode(voucher.code),
    used: used && { at: used.at, by: used.by === CODE_HOLDER ? null : used.by },
    key: newId(),
  };
}

type VoucherStaff = {
  /** The proof to check this voucher by: for its own raffle, else for any that the browser can prove. */
  readonly scope: VoucherScope;
  readonly raffles: readonly string[];
  readonly home: string | null;
};

/**
 * Proves a shop's staff for a voucher by what the browser holds: the pass of a desk, an account, a helper's cookie.
 *
 * @param typed the voucher's code; empty for none yet
 * @returns null for a browser that can prove nothing
 */
async function staffOfVoucher(page: PageRequest, typed: string): Promise<VoucherStaff | null> {
  const { db, clock } = page.context.get(siteContext);
  const account = await page.context.get(accountContext)();
  const deps = { ...givenTo(page), db, account };
  const scopeFor = async (raffle: string) => {
    const proof = await proveStaff(deps, { raffle }, "validate-vouchers");
    return proof.ok ? proof.value : null;
  };
  const of = await raffleOfVoucher(db, typed);
  const own = of && (await scopeFor(of));
  const held = await rafflesHeld(db, { cookies: deps.pass ?? "", account }, clock());
  const scopes = await Promise.all(held.map(async (raffle) => ({ ...raffle, scope: await scopeFor(raffle.id) })));
  const proven = scopes.filter(({ scope }) => scope !== null);
  const scope = own || proven[0]?.scope;
  const [only] = proven.length === 1 ? proven : [];
  const staff = only && (await findStaff(deps, { raffle: only.id }));
  const home = only && staff?.ok && staff.value.helper !== null ? only.codeId : null;
  return scope ? { scope, raffles: proven.map(({ name }) => name), home } : null;
}
