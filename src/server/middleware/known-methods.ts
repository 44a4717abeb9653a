import type { Hono, MiddlewareHandler } from "hono";
import { refuseMethod } from "#src/api/headers/allow.ts";
import { visitorLanguage } from "#src/http/visitor-language.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";

/** The methods of pages and their forms. */
const PAGES = ["GET", "HEAD", "POST"];
/** The API itself answers for these at a path that does not take them. */
const API = [...PAGES, "PUT", "PATCH", "DELETE"];

/**
 * Answers any other method with 405, before a page fails on it and the log reports an error.
 *
 * @param fallback the language of who says none
 */
export function knownMethods(api: Hono, fallback: Language): MiddlewareHandler {
  return async (c, next) => {
    const isApi = c.req.path.startsWith("/api/");
    if ((isApi ? API : PAGES).includes(c.req.method)) return next();
    if (isApi) return refuseMethod(api, c.req.path.slice("/api".length));
    return c.text(translate(visitorLanguage(c, fallback), { key: "methodNotAllowed" }), 405, {
      allow: PAGES.join(", "),
    });
  };
}

/**
 * Answers a form at a page that takes none with 405. The page would be rendered for it, and the log report an error.
 *
 * @param fallback the language of who says none
 */
export function formsWhereTaken(isReadOnly: (path: string) => boolean, fallback: Language): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== "POST" || !isReadOnly(c.req.path)) return next();
    return c.text(translate(visitorLanguage(c, fallback), { key: "formNotTaken" }), 405, { allow: "GET, HEAD" });
  };
}
