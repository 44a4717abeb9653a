import type { Hono, MiddlewareHandler } from "hono";
import { refuseMethod } from "#src/api/headers/allow.ts";
import { visitorLanguage } from "#src/http/visitor-language.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";

const READ = ["GET", "HEAD"];
/** The methods of pages with forms. */
const PAGES = [...READ, "POST"];
/** The API itself answers for these at a path that does not take them. */
const API = [...PAGES, "PUT", "PATCH", "DELETE"];

/**
 * Answers any other method with 405, before a page is rendered or fails on it and the log reports an error.
 *
 * @param isReadOnly whether the page at a path takes no form
 * @param fallback the language of who says none
 */
export function knownMethods(api: Hono, isReadOnly: (path: string) => boolean, fallback: Language): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req;
    if (READ.includes(method)) return next();
    if (path.startsWith("/api/")) {
      return API.includes(method) ? next() : refuseMethod(api, path.slice("/api".length));
    }
    const taken = isReadOnly(path) ? READ : PAGES;
    if (taken.includes(method)) return next();
    const key = taken === READ ? "formNotTaken" : "methodNotAllowed";
    return c.text(translate(visitorLanguage(c, fallback), { key }), 405, { allow: taken.join(", ") });
  };
}
