import { isAPIError } from "better-auth/api";
import type { Language } from "#src/i18n/languages.ts";

/** The request's cookies and User-Agent, and the address that attempts are counted by. */
export type Browser = {
  readonly cookie: string | undefined;
  readonly userAgent?: string | undefined;
  readonly address: string;
  /** The solution of a puzzle, if one was sent. */
  readonly solution?: string | undefined;
  /** In which its visitor reads the site: mails about their raffles come in it after they have logged in. */
  readonly language?: Language;
};

/** Characters of the User-Agent that are stored. The rest of a longer one is padding. */
const MAX_USER_AGENT = 300;

/** The headers that the accounts library gets. */
export function headersOf({ cookie, userAgent }: Browser): Headers {
  const headers = new Headers();
  if (cookie) headers.set("cookie", cookie);
  if (userAgent) headers.set("user-agent", userAgent.slice(0, MAX_USER_AGENT));
  return headers;
}

/** The library's error code, or undefined for other errors. */
export function codeOf(error: unknown): unknown {
  return isAPIError(error) ? error.body?.code : undefined;
}

/** Whether the library refused the request (status below 500), and did not fail. */
export function isRefusal(error: unknown): boolean {
  return isAPIError(error) && error.statusCode < 500;
}
