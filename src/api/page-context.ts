import { createContext, RouterContextProvider } from "react-router";
import type { Language } from "#src/i18n/languages.ts";
import type { Site } from "./site.ts";

/** What a page's loader or action is given: the site, through React Router's typed context. */
export const siteContext = createContext<Site>();

/** Who is asking: the address by which tries are counted, and the language to answer in. */
export type Visitor = { readonly address: string; readonly language: Language };

export const visitorContext = createContext<Visitor>();

/** The Set-Cookie headers that the answer is to carry, whichever loader or action asked for them. */
export const answerCookies = createContext<string[]>();

/** The context of one request. */
export function requestContext(site: Site, visitor: Visitor): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  context.set(visitorContext, visitor);
  context.set(answerCookies, []);
  return context;
}
