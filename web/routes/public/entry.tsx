import { data, redirectDocument, type ShouldRevalidateFunctionArgs } from "react-router";
import { proveEntrant } from "#src/access/read.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { changeEntryFrom } from "#src/entries/change-entry.ts";
import { eraseOwnEntry } from "#src/entries/delete-entry.ts";
import { readEntry } from "#src/entries/read.ts";
import { showMoment } from "#src/i18n/format.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { newsKeys, unsubscribeToken } from "#src/news/address-key.ts";
import { readOwnNews } from "#src/news/read.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import { EntryPageView } from "../../components/entry-view/entry-page-view.tsx";
import { pageMeta } from "../../page-meta.ts";
import { attempt } from "../../views/attempt.ts";
import { changesOf, type EntryChangeForm, readEntryChangeForm } from "../../views/entry-change-form.ts";
import { readForm } from "../../views/posted-form.ts";
import { raffleView } from "../../views/raffle-view.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/entry.ts";

export const handle = { hydrate: true, texts: ["entries", "raffles", "messages"] };

export async function loader(args: Route.LoaderArgs) {
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const scope = await entrantOf(args);
  const found = await readEntry(site.db, scope);
  if (!found) throw notFound("entryMissing", args);
  const { raffle, entry, rules, wishes } = found;
  const keys = newsKeys(site.secret);
  const news = await readOwnNews(site.db, scope, keys);
  return data(
    {
      raffle: raffleView(raffle, site, language),
      entry: { ...entry, createdAt: showMoment(entry.createdAt, language, site.config.timeZone) },
      rules,
      wishes,
      news: news && { getsNews: news.getsNews, path: `/unsubscribe/${unsubscribeToken(keys, news.addressKey)}` },
      operatorEmail: site.config.operatorEmail ?? null,
      meta: {
        path: "raffle-entry",
        subject: raffle.name,
        productName: site.config.productName,
        origin: site.config.origin,
        canonicalPath: `/raffle/${raffle.codeId}`,
        image: `/banner/${raffle.codeId}.png`,
        description: sentence(language, { key: "entries:view.description" }),
        listed: false,
      },
    },
    // One person's data: no shared cache, and nothing left in the browser's after they close the page.
    { headers: { "cache-control": "no-store" } },
  );
}

export async function action(args: Route.ActionArgs) {
  const site = args.context.get(siteContext);
  const scope = await entrantOf(args);
  const form = readEntryChangeForm(await readForm(args.request, args.context.get(visitorContext).language));
  if (form.intent === "erase") {
    const erased = await attempt(args.context, () => eraseOwnEntry(site, scope));
    // To the form, with which the same person can join again.
    if (erased.ok) return redirectDocument(`/raffle-entry/${args.params.raffleCode}?erased`, 303);
    return refused(form, erased.refusal);
  }
  const outcome = await attempt(args.context, () => changeEntryFrom(site, scope, changesOf(form)));
  if (outcome.ok) return { intent: form.intent, notes: form.notes, changed: outcome.value.changed, refusal: null };
  return refused(form, outcome.refusal);
}

function refused({ intent, notes }: EntryChangeForm, refusal: Parameters<typeof refusalView>[0]) {
  return data({ intent, notes, changed: false, refusal: refusalView(refusal) }, refusalStatus(refusal));
}

/** With JavaScript, a connection that breaks leaves the page and its notes as they are. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { intent, notes } = readEntryChangeForm(await request.clone().formData());
  try {
    return await serverAction();
  } catch (error) {
    // The answer is another page.
    if (error instanceof Response) throw error;
    return { intent, notes, changed: false, refusal: refusalView({ reason: "failed" }) };
  }
}

/** What was refused changed nothing, and a broken connection must not take the page away. */
export function shouldRevalidate({ actionResult }: ShouldRevalidateFunctionArgs) {
  return !actionResult?.refusal;
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EntryPageView {...loaderData} result={actionData ?? null} />;
}

async function entrantOf(args: Pick<Route.LoaderArgs, "params" | "context">) {
  const { db, guesses } = args.context.get(siteContext);
  const { address } = args.context.get(visitorContext);
  const raffleId = await findRaffleId(db, args.params.raffleCode);
  if (!raffleId) throw notFound("raffleMissing", args);
  const scope = await proveEntrant({ reader: db, guesses, address }, { entryCode: args.params.entryCode, raffleId });
  if (scope.ok) return scope.value;
  if (scope.refusal.reason !== "too-many-requests") throw notFound("entryMissing", args);
  const [message] = refusalView(scope.refusal).summary;
  throw data({ message: message && sentence(args.context.get(visitorContext).language, message) }, { status: 429 });
}

function notFound(key: string, { context }: Pick<Route.LoaderArgs, "context">) {
  return data({ message: sentence(context.get(visitorContext).language, { key }) }, { status: 404 });
}
