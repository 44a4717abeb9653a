import type { AdminScope } from "#src/access/scope.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { adminFor } from "../requests/account.ts";
import type { FormAnswer, Screen } from "../requests/answer-form.ts";
import type { PageRequest } from "../requests/page-request.ts";
import { actionOf, loaderOf } from "../requests/screens.ts";

// The most characters of a search text. No name, code or e-mail address is longer.
const MAX_FRAGMENT_LENGTH = 254;

const ADMIN = {
  prove: (page: PageRequest): Promise<AdminScope> => adminFor(page),
  about: ({ url }: Screen, description: string) => ({
    page: pageNumber(url.searchParams.get("page")),
    fragment: (url.searchParams.get("q") ?? "").slice(0, MAX_FRAGMENT_LENGTH),
    meta: { path: "admin", canonicalPath: url.pathname, description, listed: false },
  }),
};

type AdminScreen = Screen & { readonly scope: AdminScope } & ReturnType<typeof ADMIN.about>;

/** The loader of an admin's screen, with the page and the search text in its address. */
export function adminLoader<Data extends object>(load: (screen: AdminScreen) => Data | Promise<Data>) {
  return loaderOf(ADMIN, "accounts:admin.description", load);
}

export function adminAction<Typed, Value>(answer: FormAnswer<AdminScope, Typed, Value>) {
  return actionOf(ADMIN, answer);
}
