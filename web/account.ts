import { type RouterContextProvider, redirectDocument } from "react-router";
import type { AccountScope, AdminScope } from "#src/access/scope.ts";
import { adminOf } from "#src/access/users.ts";
import { accountContext } from "#src/api/page-context.ts";
import { loginFor } from "./views/safe-next.ts";

type PageRequest = {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
};

/** For answers that know who is signed in: nothing is kept on the way or in the browser. */
export const ACCOUNT_HEADERS = { "cache-control": "no-store", "referrer-policy": "same-origin" } as const;

/** Who a page is shown to, where it may know: null for a guest. */
export type Viewer = { readonly username: string; readonly isAdmin: boolean } | null;

/** The first parts of the paths of pages that know who is signed in. All others are the same for everybody. */
const PERSONAL_PAGES: ReadonlySet<string> = new Set([
  "login",
  "register",
  "forgot-password",
  "reset-password",
  "verify-email",
  "profile",
  "admin",
  "create-raffle",
  "create-event",
  "edit-event",
  "event-changes",
  "admin-raffle-list",
  "edit-raffle",
  "draw-list",
  "draw-masterlist",
  "overview",
  "import-entries",
  "raffle-changes",
  "update-entry",
]);

/** Who the header greets; undefined on pages that are the same for everybody, which need not look anybody up. */
export async function viewerOf({ request, context }: PageRequest): Promise<Viewer | undefined> {
  if (!PERSONAL_PAGES.has(new URL(request.url).pathname.split("/")[1] ?? "")) return undefined;
  const account = await context.get(accountContext)();
  return account && { username: account.username, isAdmin: account.role === "admin" };
}

/**
 * The account that a page is for.
 *
 * @throws for a guest a redirect to the login page, which leads back here
 */
export async function accountFor(args: PageRequest): Promise<AccountScope> {
  const account = await args.context.get(accountContext)();
  if (account) return account;
  throw toLogin(args.request);
}

/**
 * The admin that a page is for.
 *
 * @throws for everybody else a redirect to the login page, which leads back here
 */
export async function adminFor(args: PageRequest): Promise<AdminScope> {
  const admin = adminOf(await accountFor(args));
  if (admin) return admin;
  throw toLogin(args.request);
}

/** Leads to the login page, and from there back to the page that was asked for. */
export function toLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return redirectDocument(loginFor(`${pathname}${search}`), { status: 303, headers: ACCOUNT_HEADERS });
}
