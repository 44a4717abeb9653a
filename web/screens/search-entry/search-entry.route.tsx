import { data } from "react-router";
import { proveEntrant } from "#src/access/entrant.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { readEntry } from "#src/entries/read.ts";
import type { EntryView } from "#src/entries/schema.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle, findRaffleId } from "#src/raffles/read.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { raffleView } from "../../page/raffle-view.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusal-view.ts";
import type { Route } from "./+types/search-entry.route.ts";
import { SearchEntry } from "./search-entry.tsx";

export const handle: PageHandle = { forms: true, cached: { shows: "raffle" } };

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.raffleId);
  if (!raffle) throw data({ message: translate(language, { key: "invalidRaffleId" }) }, { status: 404 });
  return {
    raffle: raffleView(raffle, site, language),
    meta: {
      path: "search-entry",
      subject: raffle.name,
      productName: site.config.productName,
      origin: site.config.origin,
      canonicalPath: `/search-entry/${raffle.codeId}`,
      image: `/banner/${raffle.codeId}.png`,
      description: translate(language, { key: "entries:search.description" }),
      listed: raffle.status === "Published",
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const { language } = context.get(visitorContext);
  const form = await readForm(request, language);
  const typed = formText(form, "entryCode");
  const outcome = await attempt(context, () => findEntry(args, typed), form);
  if (!outcome.ok) {
    return data({ typed, found: null, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  }
  return data({ typed, found: outcome.value, refusal: null }, { headers: { "cache-control": "no-store" } });
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function SearchEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SearchEntry raffle={loaderData.raffle} result={actionData ?? null} />;
}

type FoundEntry = Pick<EntryView["entry"], "entryCode" | "firstName" | "lastName">;

async function findEntry(
  { params, context }: Route.ActionArgs,
  typed: string,
): Promise<Outcome<FoundEntry, Refusal<RefusalReason>>> {
  const { db, entryAttempts } = context.get(siteContext);
  const { address, solution } = context.get(visitorContext);
  if (typed.trim() === "") {
    return refuse({ reason: "invalid-fields", fields: { entryCode: [{ key: "entryCodeRequired" }] } });
  }
  const raffleId = await findRaffleId(db, params.raffleId);
  if (!raffleId) return refuse({ reason: "raffle-not-found" });
  const scope = await proveEntrant({ reader: db, entryAttempts, address, solution }, { entryCode: typed, raffleId });
  if (!scope.ok) return scope;
  const found = await readEntry(db, scope.value);
  if (!found) return refuse({ reason: "entry-not-found" });
  const { entryCode, firstName, lastName } = found.entry;
  return accept({ entryCode, firstName, lastName });
}
