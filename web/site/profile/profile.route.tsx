import { redirectDocument } from "react-router";
import { proveMember } from "#src/access/organiser.ts";
import { leaveRaffle } from "#src/access/team/members.ts";
import type { Cookies, PasswordRefusal } from "#src/accounts/accounts.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { listOwnEvents } from "#src/events/account-events.ts";
import { setCookies, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { listOwnRaffles } from "#src/raffles/lists/account-raffles.ts";
import { formText } from "../../requests/form-text.ts";
import { accountAction, accountLoader } from "../../requests/screens.ts";
import { profileIntent, typedPassword } from "../sign-in/account-form.ts";
import type { Route } from "./+types/profile.route.ts";
import { browserName } from "./browser-name.ts";
import { Profile } from "./profile.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = accountLoader("accounts:profile.description", async ({ site, context, url, scope }) => {
  const { searchParams } = url;
  const { username, email, emailVerified } = scope;
  const sessions = await site.accounts.sessions(context.get(visitorContext));
  const factorSince = await site.accounts.secondFactorSince(scope);
  return {
    // Without a mail server the site asks nobody to verify an address.
    account: { username, email, verified: site.config.smtp || emailVerified ? emailVerified : null },
    /** Since when a second factor is in use; null while there is none. */
    factorSince,
    done: profileIntent(searchParams.get("done")),
    sessions: sessions.map(({ id, userAgent, startedAt, usedAt }) => ({
      ...{ id, startedAt, usedAt, isThis: id === scope.sessionId },
      ...browserName(userAgent),
    })),
    raffles: await listOwnRaffles(site.db, scope, pageNumber(searchParams.get("page"))),
    rafflesPage: pageNumber(searchParams.get("page")),
    events: await listOwnEvents(site.db, scope, pageNumber(searchParams.get("events"))),
    eventsPage: pageNumber(searchParams.get("events")),
  };
});

/** Answers actions with a redirect: the session may be a new one now, and reloading the page repeats nothing. */
export const action = accountAction({
  read: (form) => ({ username: formText(form, "username") }),
  change: async ({ site, context, scope, form, intent: pressed, typed }) => {
    const { accounts, db, clock } = site;
    const visitor = context.get(visitorContext);
    const intent = profileIntent(pressed);
    const changed = await (async (): Promise<
      Outcome<Cookies, PasswordRefusal | Refusal<"raffle-not-found" | "last-owner">>
    > => {
      switch (intent) {
        case "rename":
          return accounts.rename(visitor, typed.username);
        case "password": {
          const passwords = { current: formText(form, "current"), ...typedPassword(form) };
          return accounts.changePassword(visitor, scope, passwords);
        }
        case "verify": {
          const asked = await accounts.askForVerification(visitor, scope);
          return asked.ok ? accept([]) : asked;
        }
        case "end-session":
          await accounts.endSession(visitor, formText(form, "session"));
          return accept([]);
        case "leave-raffle": {
          const member = await proveMember(db, scope, formText(form, "raffle"));
          if (!member) return refuse({ reason: "raffle-not-found" });
          const left = await leaveRaffle({ db, clock }, member);
          return left.ok ? accept([]) : left;
        }
        default:
          return accept([]);
      }
    })();
    if (!changed.ok) return changed;
    setCookies(context, changed.value);
    return accept(redirectDocument(intent ? `/profile?done=${intent}` : "/profile", 303));
  },
});

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default Profile;
