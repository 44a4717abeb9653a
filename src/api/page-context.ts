import type { Logger } from "pino";
import { createContext, RouterContextProvider } from "react-router";
import type { Browser } from "#src/access/accounts.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { onlyTables } from "#src/db/only-tables.ts";
import type { Language } from "#src/i18n/languages.ts";
import { TOLD_TABLES } from "#src/raffles/raffle-changes.ts";
import type { Site } from "./site.ts";

/** What a page's loader or action is given: the site, through React Router's typed context. */
export const siteContext = createContext<Site>();

/** Who is asking: the address by which tries are counted, the browser's cookies, and the language to answer in. */
export type Visitor = Browser & { readonly language: Language };

export const visitorContext = createContext<Visitor>();

/** Where a page that fails leaves word. */
export const logContext = createContext<Logger>();

/**
 * The Set-Cookie headers that the answer is to carry by their cookies' names, whichever loader or action asked for
 * them: of an action and the loader that runs after it, the loader has the last word.
 */
export const answerCookies = createContext<Map<string, string>>();

/** Tells who is signed in. Only pages that are nobody else's may ask: all others are the same for everybody. */
export const accountContext = createContext<() => Promise<AccountScope | null>>();

/** Adds Set-Cookie headers to an answer, in the place of those of the same names. */
export function setCookies(context: Readonly<RouterContextProvider>, cookies: readonly string[]): void {
  for (const cookie of cookies) context.get(answerCookies).set(cookie.split("=")[0] ?? "", cookie);
}

/** The context of one request. */
export function requestContext(site: Site, visitor: Visitor, log: Logger): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  context.set(visitorContext, visitor);
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

/** Of the site, what a page for everybody may use. The rest deals with people or has effects. */
const PUBLIC_PARTS: ReadonlySet<PropertyKey> = new Set<keyof Site>(["config", "clock", "db"]);

/** Beside the tables whose changes are told: where no raffle is found, its address may lead to an event. */
const PUBLIC_TABLES = [...TOLD_TABLES, "events"];

/**
 * The context of a page that is made once and shown to everybody. There is no visitor in it: a loader that asks for
 * anything but the language, or for a table in which people stand, throws, so that what is kept of such a page cannot hold
 * anything personal.
 */
export function everybodysContext(site: Site, language: Language, log: Logger): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(siteContext, only({ ...site, db: onlyTables(site.db, PUBLIC_TABLES) }, PUBLIC_PARTS));
  context.set(visitorContext, only({ address: "", cookie: undefined, userAgent: undefined, language }, ["language"]));
  context.set(logContext, log);
  return context;
}

/** The object with these properties alone: asking for another throws, so that it is noticed. */
function only<Whole extends object>(whole: Whole, allowed: Iterable<PropertyKey>): Whole {
  const known = new Set(allowed);
  return new Proxy(whole, {
    get(target, key, receiver) {
      if (known.has(key)) return Reflect.get(target, key, receiver);
      throw new Error(`A page for everybody has no ${String(key)}.`);
    },
  });
}
