import { redirectDocument } from "react-router";
import { admitChange } from "#src/access/audit/admit-change.ts";
import { type RotationRefusal, rotateAccessCode } from "#src/access/codes/rotate-access-code.ts";
import { rafflesOrganised } from "#src/access/held-raffles.ts";
import type { OrganiserRefusal } from "#src/access/organiser.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { accountContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { translate } from "#src/i18n/translate.ts";
import { deleteRaffle } from "#src/raffles/lifecycle/delete-raffle.ts";
import { type OrganiserRaffle, readRaffles, searchRaffles } from "#src/raffles/lists/organiser-lists.ts";
import { summaryView } from "../../page/views/raffle-view.ts";
import { formText, isTrusted } from "../../requests/form-text.ts";
import { deskAddress, givenTo, leavePass, proveOnPage } from "../../requests/organiser.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { FRAGMENT_LENGTH } from "../../site/raffle-list/selection.ts";
import { AdminRaffleList } from "./admin-raffle-list.tsx";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "raffles", "messages"],
  personal: true,
  leavesDesk: "with-pass",
};

const DESKS = { open: "overview", update: "edit-raffle", entries: "draw-list", overview: "overview" } as const;

export const loader = siteLoader("desk:admin.description", async (screen) => {
  const { context, site, language, meta } = screen;
  const { searchParams } = screen.url;
  const page = pageNumber(searchParams.get("page"));
  const fragment = searchParams.get("q")?.trim().replaceAll("\0", "").slice(0, FRAGMENT_LENGTH) ?? "";
  const account = await context.get(accountContext)();
  const cookies = givenTo(screen).pass ?? "";
  const deps = { reader: site.db, secret: site.secret, now: site.clock() };
  const organised = await rafflesOrganised(deps, { cookies, account });
  const own = await readRaffles(
    site.db,
    organised.map(({ id }) => id),
  );
  const found = await searchRaffles(site.db, fragment, page);
  const view = (raffle: OrganiserRaffle) => {
    const { status, hasEntries } = raffle;
    return { ...summaryView(raffle, site, language), status, hasEntries };
  };
  return {
    own: own.map((raffle) => {
      const way = organised.find(({ id }) => id === raffle.id);
      const helps = way?.role === "helper";
      const to = (screen: string) => `/${screen}/${raffle.codeId}/${way?.proof}`;
      const ways = helps ? null : { update: to("edit-raffle"), entries: to("draw-list") };
      const desk = helps ? `/helping/${raffle.codeId}` : to("overview");
      // Who owns it knows.
      const role = way?.role && way.role !== "owner" ? translate(language, { key: `team:role.${way.role}` }) : null;
      return { ...view(raffle), desk, ways, role };
    }),
    search: { fragment, raffles: found.raffles.map(view), page, more: found.more },
    hasLeft: searchParams.has("left"),
    hasDeleted: searchParams.has("deleted"),
    meta: { ...meta, listed: false },
  };
});

export const action = siteAction({
  puzzlePage: true,
  read: readAdminForm,
  change: async (
    sent,
  ): Promise<Outcome<AdminDone | Response, OrganiserRefusal | RotationRefusal | Refusal<RefusalReason>>> => {
    const { request, context, site, form, intent, typed } = sent;
    const { codeId, accessCode } = typed;
    const confirmed = formText(form, "confirmed") === intent;
    // A card of one's own has no field for the code: its Delete is proved by the browser's pass or the account.
    const claim = { raffle: codeId, accessCode: intent === "delete" ? accessCode || undefined : accessCode };
    const scope = await proveOnPage(sent, claim, isTrusted(form));
    if (!scope.ok) return scope;
    switch (intent) {
      case "open":
      case "update":
      case "entries":
      case "overview":
        return accept(redirectDocument(deskAddress(request, DESKS[intent], codeId, accessCode), 303));
      case "renew": {
        if (!confirmed) return accept({ is: "asked" });
        const admitted = await admitChange(sent.deps, scope.value);
        if (!admitted.ok) return admitted;
        const renewed = await rotateAccessCode(site, scope.value, await context.get(accountContext)());
        if (!renewed.ok) return renewed;
        await leavePass(sent, scope.value);
        return accept({ is: "renewed", accessCode: renewed.value.accessCode });
      }
      case "delete": {
        if (!confirmed) return accept({ is: "asked" });
        const deleted = await deleteRaffle(site, scope.value);
        return deleted.ok ? accept({ is: "deleted" }) : deleted;
      }
      // An unknown button, such as Enter, only checks the code.
      default:
        return accept({ is: "agreed" });
    }
  },
});

export default AdminRaffleList;

/** What the button of a raffle's card did, or that it asks first. A new access code is shown only this once. */
type AdminDone =
  | { readonly is: "agreed" | "asked" | "deleted" }
  | { readonly is: "renewed"; readonly accessCode: string };

/** Reads the form of a raffle's card, or the one that opens any desk. */
function readAdminForm(form: FormData) {
  return { codeId: typedCode(formText(form, "raffle")), accessCode: formText(form, "accessCode") };
}
