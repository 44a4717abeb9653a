import { redirectDocument } from "react-router";
import type { AccountScope, AdminScope } from "#src/access/scope.ts";
import { adminOf } from "#src/accounts/users.ts";
import { bringsPasses } from "#src/http/organiser-cookies.ts";
import { accountContext, pageContext } from "#src/http/page-context.ts";
import type { PageRequest } from "./page-request.ts";
import { loginFor } from "./safe-next.ts";

/** The signed-in account that a page shows: null for a guest. */
export type Viewer = { readonly username: string; readonly isAdmin: boolean } | null;

/**
 * Whether a page shows the button that leaves the desk: to a browser that holds a pass, and on most desk screens to
 * every guest.
 */
export function canLeaveDesk({ request, context }: PageRequest, viewer: Viewer | undefined): boolean {
  const { leavesDesk } = context.get(pageContext);
  if (!leavesDesk) return false;
  return bringsPasses(request.headers.get("cookie") ?? undefined) || (viewer === null && leavesDesk === "as-guest");
}

/**
 * The account that the header greets. Undefined on pages that are the same for every visitor, which need no account
 * query.
 */
export async function viewerOf(context: PageRequest["context"]): Promise<Viewer | undefined> {
  if (!context.get(pageContext).personal) return undefined;
  const account = await context.get(accountContext)();
  return account && { username: account.username, isAdmin: account.role === "admin" };
}

/**
 * Returns the account that a page is for.
 *
 * @throws a redirect to the login page for a guest; the login leads back here
 */
export async function accountFor(args: PageRequest): Promise<AccountScope> {
  const account = await args.context.get(accountContext)();
  if (account) return account;
  throw toLogin(args.request);
}

/**
 * Returns the admin that a page is for.
 *
 * @throws a redirect that leads back here: for an admin without a second factor to its setup, for others to the login
 *   page
 */
export async function adminFor(args: PageRequest): Promise<AdminScope> {
  const account = await accountFor(args);
  const admin = adminOf(account);
  if (admin) return admin;
  if (account.role !== "admin") throw toLogin(args.request);
  const { pathname, search } = new URL(args.request.url);
  const to = `/second-factor?next=${encodeURIComponent(`${pathname}${search}`)}`;
  throw redirectDocument(to, 303);
}

/** Redirects to the login page, and from there back to the requested page. */
export function toLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return redirectDocument(loginFor(`${pathname}${search}`), 303);
}
