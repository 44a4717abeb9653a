import { data } from "react-router";
import { proveEntrant } from "#src/access/read.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { readEntry } from "#src/entries/read.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { SearchEntry } from "../../components/search-entry/search-entry.tsx";
import { pageMeta } from "../../page-meta.ts";
import { formText } from "../../views/form-text.ts";
import { readForm } from "../../views/posted-form.ts";
import { raffleView } from "../../views/raffle-view.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/search-entry.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.raffleId);
  if (!raffle) throw data({ message: sentence(language, { key: "invalidRaffleId" }) }, { status: 404 });
  return {
    raffle: raffleView(raffle, site, language),
    meta: {
      path: "search-entry",
      subject: raffle.name,
      productName: site.config.productName,
      origin: site.config.origin,
      canonicalPath: `/search-entry/${raffle.codeId}`,
      image: `/banner/${raffle.codeId}.png`,
      description: sentence(language, { key: "entries:search.description" }),
      listed: raffle.status === "Published",
    },
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { db, guesses } = context.get(siteContext);
  const { address, language } = context.get(visitorContext);
  const typed = formText(await readForm(request, language), "entryCode");
  const refused = (refusal: Parameters<typeof refusalView>[0]) =>
    data({ typed, found: null, refusal: refusalView(refusal) }, refusalStatus(refusal));
  if (typed.trim() === "") {
    return refused({ reason: "invalid-fields", fields: { entryCode: [{ key: "entryCodeRequired" }] } });
  }
  const raffle = await findRaffle(db, params.raffleId);
  if (!raffle) return refused({ reason: "raffle-not-found" });
  const scope = await proveEntrant({ reader: db, guesses, address }, { entryCode: typed, raffleId: raffle.id });
  if (!scope.ok) return refused(scope.refusal);
  const entry = await readEntry(db, scope.value);
  if (!entry) return refused({ reason: "entry-not-found" });
  const { entryCode, firstName, lastName } = entry.entry;
  return data(
    { typed, found: { entryCode, firstName, lastName }, refusal: null },
    { headers: { "cache-control": "no-store" } },
  );
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function SearchEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SearchEntry raffle={loaderData.raffle} result={actionData ?? null} />;
}
