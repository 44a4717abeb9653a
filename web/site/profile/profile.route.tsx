import { data, redirectDocument } from "react-router";
import { listOwnEvents } from "#src/events/account-events.ts";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { translate } from "#src/i18n/translate.ts";
import { listOwnRaffles } from "#src/raffles/lists/account-raffles.ts";
import { accountFor } from "../../requests/account.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { profileIntent } from "../sign-in/account-form.ts";
import type { Route } from "./+types/profile.route.ts";
import { accountEventView } from "./account-event-view.ts";
import { accountRaffleView } from "./account-raffle-view.ts";
import { browserName } from "./browser-name.ts";
import { Profile } from "./profile.tsx";
import { changeAccount } from "./profile-action.ts";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  const account = await accountFor(args);
  const site = args.context.get(siteContext);
  const visitor = args.context.get(visitorContext);
  const { language } = visitor;
  const { timeZone } = site.config;
  const asked = new URL(args.request.url).searchParams;
  const page = pageNumber(asked.get("page"));
  const { raffles, more } = await listOwnRaffles(site.db, account, page);
  const eventsPage = pageNumber(asked.get("events"));
  const own = await listOwnEvents(site.db, account, eventsPage);
  const sessions = await site.accounts.sessions(visitor);
  const description = translate(language, { key: "accounts:profile.description" });
  return {
    account: {
      username: account.username,
      email: account.email,
      // Without a mail server the site asks nobody to verify an address.
      verified: site.config.smtp || account.emailVerified ? account.emailVerified : null,
    },
    done: profileIntent(asked.get("done")),
    sessions: sessions.map(({ id, userAgent, startedAt, usedAt }) => ({
      id,
      ...browserName(userAgent),
      isThis: id === account.sessionId,
      started: formatTimestamp(startedAt, language, timeZone),
      used: formatTimestamp(usedAt, language, timeZone),
    })),
    raffles: raffles.map((raffle) => ({ ...accountRaffleView(raffle, site, language), role: raffle.role })),
    page,
    more,
    events: own.events.map((event) => accountEventView(event, site, language)),
    eventsPage,
    moreEvents: own.more,
    meta: { path: "profile", description, listed: false },
  };
}

/** Answers actions with a redirect: the session may be a new one now, and reloading the page repeats nothing. */
export async function action(args: Route.ActionArgs) {
  const account = await accountFor(args);
  const { context } = args;
  const visitor = context.get(visitorContext);
  const form = await readForm(args.request, visitor.language);
  const intent = profileIntent(formText(form, "intent"));
  const outcome = await attempt(
    context,
    () => changeAccount(context.get(siteContext), visitor, account, { intent, form }),
    form,
  );
  if (!outcome.ok) {
    const typed = { intent, username: formText(form, "username"), refusal: refusalView(outcome.refusal) };
    return data(typed, refusalStatus(outcome.refusal));
  }
  setCookies(context, outcome.value);
  return redirectDocument(intent ? `/profile?done=${intent}` : "/profile", 303);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  return <Profile {...loaderData} result={actionData ?? null} />;
}
