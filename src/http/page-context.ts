import type { Logger } from "pino";
import { createContext, RouterContextProvider } from "react-router";
import type { AccountScope } from "#src/access/scope.ts";
import type { Browser } from "#src/accounts/library-call.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { onlyTables } from "#src/db/only-tables.ts";
import type { Language } from "#src/i18n/languages.ts";
import { NOTIFYING_TABLES } from "#src/raffles/lifecycle/raffle-changes.ts";
import { type CachePolicy, isOfDraws, type PageHandle } from "./page-handle.ts";
import type { Site } from "./site.ts";

/** Gives the site to a page's loader or action, through React Router's typed context. */
export const siteContext = createContext<Site>();

/** The visitor: the address by which attempts are counted, the browser's cookies, and the language of the answer. */
export type Visitor = Browser & { readonly language: Language };

/** The cookie in which a page that solved a puzzle sends the solution. */
const SOLUTION_COOKIE = /(?:^|;\s*)altcha=([^;]*)/;

export const visitorContext = createContext<Visitor>();

/** What the requested page declares. A page that is the same for everybody declares nothing that its loaders need. */
export const pageContext = createContext<PageHandle>({});

/** The log for errors of pages. */
export const logContext = createContext<Logger>();

/** The refusal of a page that failed; null before. */
export const pageFailure = createContext<Refusal<"site-away" | "failed"> | null>(null);

/** The sites that may show the page in a frame, in words of `frame-ancestors`: none but where its loader says so. */
export const framedBy = createContext<readonly string[]>([]);

/**
 * The Set-Cookie headers of the answer by cookie name, from all loaders and actions. A loader runs after the action and
 * overwrites its cookie of the same name.
 */
export const answerCookies = createContext<Map<string, string>>();

/** Returns the signed-in account. Only private pages may call it: all others are the same for everybody. */
export const accountContext = createContext<() => Promise<AccountScope | null>>();

/** Adds Set-Cookie headers to the answer, replacing those of the same cookie name. */
export function setCookies(context: Readonly<RouterContextProvider>, cookies: readonly string[]): void {
  for (const cookie of cookies) context.get(answerCookies).set(cookie.split("=")[0] ?? "", cookie);
}

/** The context of one request. */
export function requestContext(site: Site, visitor: Visitor, page: PageHandle, log: Logger): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  context.set(pageContext, page);
  const solution = SOLUTION_COOKIE.exec(visitor.cookie ?? "")?.[1];
  context.set(visitorContext, { ...visitor, ...(solution !== undefined && { solution }) });
  context.set(logContext, log);
  context.set(answerCookies, new Map());
  let recognised: Promise<AccountScope | null> | undefined;
  context.set(accountContext, () => {
    recognised ??= site.accounts.recognise(visitor).then(({ account, cookies }) => {
      setCookies(context, cookies);
      return account;
    });
    return recognised;
  });
  return context;
}

/** The parts of the site that a page for everybody may use. The rest handles personal data or has side effects. */
const PUBLIC_PARTS: ReadonlySet<PropertyKey> = new Set<keyof Site>([
  "chain",
  "config",
  "clock",
  "db",
  "odds",
  "plans",
  "presence",
  "shops",
]);

/**
 * The tables that notify of changes, and those that change only with them: a plan changes with its raffle, and a lock
 * and a result come with it; a lock names nobody, and is public. What follows a draw is shown as it is written, and
 * goes only with its raffle. And events: if no raffle is found, its address may lead to an event. Counts of entries
 * change without a word: a page shows those of its rendering. So do witnesses, which are met once.
 * A raffle's stations notify as they change, and their keys are sealed.
 */
const PUBLIC_TABLES = [
  ...NOTIFYING_TABLES,
  ...["plan_changes", "draw_locks", "draw_results", "draw_shows", "draw_replacements", "claim_settings"],
  ...["events", "entry_counts", "entry_tick_counts", "entry_changes", "log_witnesses", "stations"],
];

/** What a page of draws may use besides. */
const PARTS_OF_DRAWS: ReadonlySet<PropertyKey> = new Set<PropertyKey>([...PUBLIC_PARTS, "raffles", "shows"]);

/**
 * The context of a page that is rendered once and shown to everybody. It has no visitor but the language. A loader that
 * reads anything else of the visitor, or a table with personal data, throws. So no page that stays cached holds such
 * data. A page of draws names winners, who are in tables of people: it may read any table, and lasts for a second.
 */
export function everybodysContext(
  site: Site,
  language: Language,
  log: Logger,
  shows: CachePolicy["shows"],
): RouterContextProvider {
  const context = new RouterContextProvider();
  const [db, parts] = isOfDraws(shows) ? [site.db, PARTS_OF_DRAWS] : [onlyTables(site.db, PUBLIC_TABLES), PUBLIC_PARTS];
  context.set(siteContext, only({ ...site, db }, parts));
  context.set(visitorContext, only({ address: "", cookie: undefined, userAgent: undefined, language }, ["language"]));
  context.set(logContext, log);
  return context;
}

/** A proxy that has only these properties of an object; reading another one throws. */
function only<Whole extends object>(whole: Whole, allowed: Iterable<PropertyKey>): Whole {
  const known = new Set(allowed);
  return new Proxy(whole, {
    get(target, key, receiver) {
      if (known.has(key)) return Reflect.get(target, key, receiver);
      throw new Error(`A page for everybody has no ${String(key)}.`);
    },
  });
}
