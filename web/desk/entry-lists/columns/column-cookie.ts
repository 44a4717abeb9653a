import type { RouterContextProvider } from "react-router";
import { answerCookies, setCookies, siteContext } from "#src/http/page-context.ts";
import { COLUMNS, COLUMNS_NAME, type Column, type ColumnChoice, USUAL_COLUMNS } from "./columns.ts";

/** In seconds: 400 days, the longest that browsers store a cookie. */
const MAX_AGE_S = 400 * 24 * 3600;

/** Reads which columns this browser shows: those chosen in this request, or the cookie's, or the usual ones. */
export function readColumns(request: Request, context: Readonly<RouterContextProvider>): ColumnChoice {
  const chosen = context.get(answerCookies).get(COLUMNS_NAME) ?? request.headers.get("cookie") ?? "";
  const stored = new RegExp(`(?:^|;)\\s*${COLUMNS_NAME}=([\\w.]+)`).exec(chosen)?.[1]?.split(".");
  const known = COLUMNS.filter((name) => stored?.includes(name));
  const shown: readonly Column[] = known.length > 0 ? known : USUAL_COLUMNS;
  return COLUMNS.map((name) => ({ name, shown: shown.includes(name) }));
}

/** Keeps the columns in this browser. Without any, the usual ones are shown again. */
export function keepColumns(context: Readonly<RouterContextProvider>, chosen: readonly string[]): void {
  const names = COLUMNS.filter((name) => chosen.includes(name)).join(".");
  const secure = context.get(siteContext).config.origin.startsWith("https:") ? "; Secure" : "";
  const age = names === "" ? 0 : MAX_AGE_S;
  setCookies(context, [
    `${COLUMNS_NAME}=${names}; Path=/draw-masterlist; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  ]);
}
