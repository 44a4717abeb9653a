import { data, redirectDocument } from "react-router";
import { rotateAccessCode } from "#src/access/codes/rotate-access-code.ts";
import { rafflesOrganised } from "#src/access/held-raffles.ts";
import { accountContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { translate } from "#src/i18n/translate.ts";
import { deleteRaffle } from "#src/raffles/lifecycle/delete-raffle.ts";
import { type OrganiserRaffle, readRaffles, searchRaffles } from "#src/raffles/lists/organiser-lists.ts";
import { summaryView } from "../../page/views/raffle-view.ts";
import { attempt } from "../../requests/attempt.ts";
import { deskAddress, givenTo, leavePass, proveOnPage } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { FRAGMENT_LENGTH } from "../../site/raffle-list/selection.ts";
import type { Route } from "./+types/admin-raffle-list.route.ts";
import { type AdminResult, readAdminForm } from "./admin-raffle-form.ts";
import { AdminRaffleList } from "./admin-raffle-list.tsx";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "raffles", "messages"],
  personal: true,
  leavesDesk: "with-pass",
};

const DESKS = { open: "overview", update: "edit-raffle", entries: "draw-list", overview: "overview" } as const;

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args;
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const { searchParams } = new URL(request.url);
  const page = pageNumber(searchParams.get("page"));
  const fragment = searchParams.get("q")?.trim().replaceAll("\0", "").slice(0, FRAGMENT_LENGTH) ?? "";
  const account = await context.get(accountContext)();
  const cookies = givenTo(args).pass ?? "";
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
  const description = translate(language, { key: "desk:admin.description" });
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
    meta: { path: "admin-raffle-list", description, listed: false },
  };
}

export async function action(args: Route.ActionArgs) {
  const site = args.context.get(siteContext);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const { codeId, accessCode, intent, confirmed, trust } = readAdminForm(form);
  const answer = (result: Partial<AdminResult>, refusal?: Parameters<typeof refusalView>[0]) =>
    data<AdminResult>(
      {
        codeId,
        intent,
        typed: accessCode,
        done: null,
        accessCode: null,
        refusal: refusal ? refusalView(refusal) : null,
        ...result,
      },
      refusal ? refusalStatus(refusal) : 200,
    );
  // A card of one's own has no field for the code: its Delete is proved by the browser's pass or the account.
  const typed = intent === "delete" ? accessCode || undefined : accessCode;
  const claim = { raffle: codeId, accessCode: typed };
  const scope = await attempt(args.context, () => proveOnPage(args, claim, trust), form);
  if (!scope.ok) return answer({}, scope.refusal);
  switch (intent) {
    case "check":
      return answer({ done: "agreed" });
    case "open":
    case "update":
    case "entries":
    case "overview": {
      const to = deskAddress(args.request, DESKS[intent], codeId, accessCode);
      return redirectDocument(to, 303);
    }
    case "renew": {
      if (!confirmed) return answer({ done: "asked" });
      const account = await args.context.get(accountContext)();
      const renewed = await attempt(args.context, () => rotateAccessCode(site, scope.value, account));
      if (!renewed.ok) return answer({}, renewed.refusal);
      await leavePass(args, scope.value);
      return answer({ done: "renewed", accessCode: renewed.value.accessCode, typed: renewed.value.accessCode });
    }
    case "delete": {
      if (!confirmed) return answer({ done: "asked" });
      const deleted = await attempt(args.context, () => deleteRaffle(site, scope.value));
      return deleted.ok ? answer({ done: "deleted" }) : answer({}, deleted.refusal);
    }
  }
}

export default function AdminRaffleListPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminRaffleList {...loaderData} result={actionData ?? null} />;
}
