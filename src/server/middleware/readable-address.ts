import type { MiddlewareHandler } from "hono";
import { visitorLanguage } from "#src/http/visitor-language.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";

/**
 * Answers an address with a broken percent escape with 400. React Router would print it as a whole, with the code in
 * it, and no page has such an address: chats cut links.
 *
 * @param fallback the language of who says none
 */
export function readableAddress(fallback: Language): MiddlewareHandler {
  return async (c, next) => {
    const { pathname } = new URL(c.req.url);
    if (isReadable(pathname)) return next();
    return c.text(translate(visitorLanguage(c, fallback), { key: "addressDamaged" }), 400);
  };
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
