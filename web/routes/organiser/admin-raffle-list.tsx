import { data, redirect } from "react-router";
import { rotateAccessCode } from "#src/access/rotate-access-code.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { pageNumber } from "#src/api/page-number.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { deleteRaffle } from "#src/raffles/delete-raffle.ts";
import { listAllRaffles } from "#src/raffles/read.ts";
import { AdminRaffleList } from "../../components/admin-raffle-list/admin-raffle-list.tsx";
import { leavePass, ORGANISER_HEADERS, proveOnPage } from "../../organiser.ts";
import { pageMeta } from "../../page-meta.ts";
import { type AdminResult, readAdminForm } from "../../views/admin-raffle-form.ts";
import { readForm } from "../../views/posted-form.ts";
import { summaryView } from "../../views/raffle-view.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/admin-raffle-list.ts";

export const handle = { hydrate: true, texts: ["desk", "raffles", "messages"] };

const DESKS = { update: "edit-raffle", entries: "draw-list", overview: "overview" } as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const page = pageNumber(new URL(request.url).searchParams.get("page"));
  const { raffles, more } = await listAllRaffles(site.db, page);
  const { productName, origin } = site.config;
  const description = sentence(language, { key: "desk:admin.description" });
  return {
    raffles: raffles.map((raffle) => {
      const { status, hasEntries } = raffle;
      return { ...summaryView(raffle, site, language), status, hasEntries };
    }),
    page,
    more,
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
  const { codeId, accessCode, intent, confirmed } = readAdminForm(
    await readForm(args.request, args.context.get(visitorContext).language),
  );
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
  const scope = await proveOnPage(args, { raffle: codeId, accessCode });
  if (!scope.ok) return answer({}, scope.refusal);
  switch (intent) {
    case "check":
      return answer({ done: "agreed" });
    case "update":
    case "entries":
    case "overview": {
      const code = accessCode.trim().toUpperCase();
      return redirect(`/${DESKS[intent]}/${codeId}/${code}`, { status: 303, headers: ORGANISER_HEADERS });
    }
    case "renew": {
      const renewed = await rotateAccessCode(site, scope.value);
      if (!renewed.ok) return answer({}, renewed.refusal);
      await leavePass(args.context, scope.value);
      return answer({ done: "renewed", accessCode: renewed.value.accessCode, typed: renewed.value.accessCode });
    }
    case "delete": {
      if (!confirmed) return answer({ done: "asked" });
      const deleted = await deleteRaffle(site, scope.value);
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
