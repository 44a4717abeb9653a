import { data, redirectDocument } from "react-router";
import { rotateAccessCode } from "#src/access/rotate-access-code.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { translate } from "#src/i18n/translate.ts";
import { deleteRaffle } from "#src/raffles/delete-raffle.ts";
import { listAllRaffles } from "#src/raffles/read.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { summaryView } from "../../page/raffle-view.ts";
import { attempt } from "../../requests/attempt.ts";
import { deskAddress, leavePass, ORGANISER_HEADERS, proveOnPage } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusal-view.ts";
import type { Route } from "./+types/admin-raffle-list.route.ts";
import { type AdminResult, readAdminForm } from "./admin-raffle-form.ts";
import { AdminRaffleList } from "./admin-raffle-list.tsx";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "raffles", "messages"],
  personal: true,
  leavesDesk: "with-pass",
};

const DESKS = { update: "edit-raffle", entries: "draw-list", overview: "overview" } as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const page = pageNumber(new URL(request.url).searchParams.get("page"));
  const { raffles, more } = await listAllRaffles(site.db, page);
  const { productName, origin } = site.config;
  const description = translate(language, { key: "desk:admin.description" });
  return {
    raffles: raffles.map((raffle) => {
      const { status, hasEntries } = raffle;
      return { ...summaryView(raffle, site, language), status, hasEntries };
    }),
    page,
    more,
    hasLeft: new URL(request.url).searchParams.has("left"),
    meta: {
      path: "admin-raffle-list",
      productName,
      origin,
      canonicalPath: "/admin-raffle-list",
      description,
      listed: false,
    },
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
      { status: refusal ? refusalStatus(refusal).status : 200, headers: ORGANISER_HEADERS },
    );
  const scope = await attempt(args.context, () => proveOnPage(args, { raffle: codeId, accessCode }, trust), form);
  if (!scope.ok) return answer({}, scope.refusal);
  switch (intent) {
    case "check":
      return answer({ done: "agreed" });
    case "update":
    case "entries":
    case "overview": {
      const to = deskAddress(args.request, DESKS[intent], codeId, accessCode);
      return redirectDocument(to, { status: 303, headers: ORGANISER_HEADERS });
    }
    case "renew": {
      if (!confirmed) return answer({ done: "asked" });
      const renewed = await attempt(args.context, () => rotateAccessCode(site, scope.value));
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

export const headers: Route.HeadersFunction = ({ actionHeaders }) =>
  actionHeaders.has("cache-control") ? actionHeaders : ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function AdminRaffleListPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminRaffleList {...loaderData} result={actionData ?? null} />;
}
