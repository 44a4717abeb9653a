import { type Context, Hono } from "hono";
import { setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { chooseLanguage, knownLanguage, type LanguageHints } from "#src/i18n/choice.ts";
import type { Language } from "#src/i18n/languages.ts";

const COOKIE = "language";

/** In seconds: 400 days, the longest that browsers store a cookie. */
const MAX_AGE_S = 400 * 24 * 3600;

/**
 * The language of the visitor who sent this request.
 *
 * @param fallback the site's own language (DEFAULT_LANGUAGE)
 */
export function visitorLanguage(c: Context, fallback: Language): Language {
  const { hostname, searchParams } = new URL(c.req.url);
  return languageOf({
    asked: searchParams.get("lang"),
    cookies: c.req.header("cookie"),
    host: hostname,
    accepted: c.req.header("accept-language"),
    fallback,
  });
}

/** The language of a visitor by the hints of a request, with its Cookie header. */
export function languageOf({
  cookies,
  ...hints
}: Omit<LanguageHints, "saved"> & { readonly cookies: string | undefined }): Language {
  return chooseLanguage({ ...hints, saved: cookies && parse(cookies, COOKIE)[COOKIE] });
}

/** Sets Content-Language on a page, and adds the headers that decided it to Vary. `?lang=` overrides all headers. */
export function setLanguageHeaders(c: Context, answer: Response, language: Language): void {
  answer.headers.set("content-language", language);
  if (!knownLanguage(c.req.query("lang"))) answer.headers.append("vary", "Accept-Language, Cookie");
}

/**
 * Saves a visitor's choice of language: POST /language with `language` and `to`, the page to go back to. It is a form,
 * not a link, because a crawler or a prefetch follows links and must not choose for a visitor.
 *
 * @param origin the site's public origin
 */
export function languageChoice(origin: string): Hono {
  const app = new Hono();
  app.post("/", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const language = knownLanguage(form.get("language"));
    if (language) {
      const secure = origin.startsWith("https:");
      setCookie(c, COOKIE, language, { path: "/", maxAge: MAX_AGE_S, httpOnly: true, sameSite: "Lax", secure });
    }
    return c.redirect(pathOnThisSite(form.get("to") ?? "/"), 303);
  });
  return app;
}

/** The path and query of a page of ours, without `?lang=`; "/" for any other address (no open redirect). */
function pathOnThisSite(to: string): string {
  const home = "http://localhost";
  if (!to.startsWith("/") || !URL.canParse(to, home)) return "/";
  const { origin, pathname, search, searchParams } = new URL(to, home);
  // A resolved path may begin with two slashes, which browsers take for another host.
  if (origin !== home || pathname.startsWith("//")) return "/";
  if (!searchParams.has("lang")) return `${pathname}${search}`;
  searchParams.delete("lang");
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}
