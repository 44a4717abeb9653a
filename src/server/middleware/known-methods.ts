import type { MiddlewareHandler } from "hono";
import { problem } from "#src/http/problem.ts";
import { visitorLanguage } from "#src/http/visitor-language.ts";
import { translate } from "#src/i18n/translate.ts";

/** The methods of pages and their forms. */
const PAGES = ["GET", "HEAD", "POST"];
const API = [...PAGES, "PATCH", "DELETE"];

/** Answers any other method with 405, before a page fails on it and the log reports an error. */
export function knownMethods(): MiddlewareHandler {
  return async (c, next) => {
    const isApi = c.req.path.startsWith("/api/");
    const known = isApi ? API : PAGES;
    if (known.includes(c.req.method)) return next();
    const allow = known.join(", ");
    if (isApi) return problem({ reason: "method-not-allowed" }, { allow });
    return c.text(translate(visitorLanguage(c), { key: "methodNotAllowed" }), 405, { allow });
  };
}
