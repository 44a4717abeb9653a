import { data, redirectDocument } from "react-router";
import { setCookies, siteContext, visitorContext } from "#src/api/page-context.ts";
import { pageNumber } from "#src/api/page-number.ts";
import { listOwnEvents } from "#src/events/account-events.ts";
import { showMoment } from "#src/i18n/format.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { listOwnRaffles } from "#src/raffles/account-raffles.ts";
import { ACCOUNT_HEADERS, accountFor } from "../../account.ts";
import { Profile } from "../../components/account/profile.tsx";
import { pageMeta } from "../../page-meta.ts";
import { keptEventView } from "../../views/account-event-view.ts";
import { profileIntent } from "../../views/account-form.ts";
import { keptRaffleView } from "../../views/account-raffle-view.ts";
import { attempt } from "../../views/attempt.ts";
import { browserName } from "../../views/browser-name.ts";
import { formText } from "../../views/form-text.ts";
import { readForm } from "../../views/posted-form.ts";
import { changeAccount } from "../../views/profile-action.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/profile.ts";

export async function loader(args: Route.LoaderArgs) {
  const account = await accountFor(args);
  const site = args.context.get(siteContext);
  const visitor = args.context.get(visitorContext);
  const { language } = visitor;
  const { productName, origin, timeZone } = site.config;
  const asked = new URL(args.request.url).searchParams;
  const page = pageNumber(asked.get("page"));
  const { raffles, more } = await listOwnRaffles(site.db, account, page);
  const eventsPage = pageNumber(asked.get("events"));
  const own = await listOwnEvents(site.db, account, eventsPage);
  const sessions = await site.accounts.sessions(visitor);
  const description = sentence(language, { key: "accounts:profile.description" });
  return {
    account: {
      username: account.username,
      email: account.email,
      // Where the site sends no mail, nobody is asked.
      verified: site.config.smtp || account.emailVerified ? account.emailVerified : null,
    },
    done: profileIntent(asked.get("done")),
    sessions: sessions.map(({ id, userAgent, startedAt, usedAt }) => ({
      id,
      ...browserName(userAgent),
      isThis: id === account.sessionId,
      started: showMoment(startedAt, language, timeZone),
      used: showMoment(usedAt, language, timeZone),
    })),
    raffles: raffles.map((raffle) => keptRaffleView(raffle, site, language)),
    page,
    more,
    events: own.events.map((event) => keptEventView(event, site, language)),
    eventsPage,
    moreEvents: own.more,
    meta: { path: "profile", productName, origin, canonicalPath: "/profile", description, listed: false },
  };
}

/** What is done is answered by a redirect: the session may be another one now, and reloading the page does nothing. */
export async function action(args: Route.ActionArgs) {
  const account = await accountFor(args);
  const { context } = args;
  const visitor = context.get(visitorContext);
  const form = await readForm(args.request, visitor.language);
  const intent = profileIntent(formText(form, "intent"));
  const outcome = await attempt(context, () =>
    changeAccount(context.get(siteContext), visitor, account, { intent, form }),
  );
  if (!outcome.ok) {
    const typed = { intent, username: formText(form, "username"), refusal: refusalView(outcome.refusal) };
    return data(typed, refusalStatus(outcome.refusal));
  }
  setCookies(context, outcome.value);
  return redirectDocument(intent ? `/profile?done=${intent}` : "/profile", { status: 303, headers: ACCOUNT_HEADERS });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...Object.fromEntries(actionHeaders),
  ...ACCOUNT_HEADERS,
});

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  return <Profile {...loaderData} result={actionData ?? null} />;
}
