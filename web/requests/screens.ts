import { data } from "react-router";
import type { AccountScope } from "#src/access/scope.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PageMeta } from "../page/page-meta.ts";
import { accountFor } from "./account.ts";
import { answerForm, type FormAnswer, type Screen, screenOf } from "./answer-form.ts";
import { screenName } from "./organiser.ts";
import type { PageRequest } from "./page-request.ts";

/** What loaders of a kind of screens get besides: at least what the page says of itself. */
type About = { readonly meta: PageMeta };

/** The screens whose visitors prove the same. */
type ScreenKind<Page extends PageRequest, Scope, More extends About> = {
  /** Proves what the visitor may do, or throws the page that says no. */
  readonly prove: (page: Page) => Scope | Promise<Scope>;
  /** Reads what all loaders of the kind need. */
  readonly about: (screen: Screen & { readonly scope: Scope }, description: string) => More | Promise<More>;
};

/**
 * Makes the loader of a screen.
 *
 * @param description the sentence with which previews and search engines describe the page
 * @param load returns the page's data, which also has the kind's `meta` unless it brings its own
 * @param statusOf the status of a page that says that something is not there; else 200
 */
export function loaderOf<Page extends PageRequest, Scope, More extends About, Data extends object>(
  { prove, about }: ScreenKind<Page, Scope, More>,
  description: TextKey,
  load: (screen: Screen & { readonly scope: Scope } & More) => Data | Promise<Data>,
  statusOf?: (loaded: Data) => number,
) {
  return async (page: Page) => {
    const scope = await prove(page);
    const screen = { ...screenOf(page), scope };
    const more = await about(screen, translate(screen.language, { key: description }));
    const loaded = await load({ ...screen, ...more });
    const answer: Omit<About, keyof Data> & Data = { meta: more.meta, ...loaded };
    return data(answer, statusOf?.(loaded));
  };
}

/** Makes the action of a screen. */
export function actionOf<Page extends PageRequest, Scope, Typed, Value, More = null>(
  { prove }: Pick<ScreenKind<Page, Scope, About>, "prove">,
  answer: FormAnswer<Scope, Typed, Value, More>,
) {
  return async (page: Page) => answerForm(page, await prove(page), answer);
}

/** Screens for everybody. They prove nothing, or each its own. */
const SITE = {
  prove: (_page: PageRequest) => null,
  about: ({ request }: Screen, description: string) => ({ meta: { path: screenName(request), description } }),
};

/** Screens of the signed-in account. A guest is led to the login page, and back. */
const ACCOUNT = {
  prove: (page: PageRequest): Promise<AccountScope> => accountFor(page),
  about: ({ request }: Screen, description: string) => ({
    meta: { path: screenName(request), description, listed: false },
  }),
};

export function siteLoader<Data extends object>(
  key: TextKey,
  load: (screen: Screen & About) => Data | Promise<Data>,
  statusOf?: (loaded: Data) => number,
) {
  return loaderOf(SITE, key, load, statusOf);
}

export function siteAction<Typed, Value, More = null>(answer: FormAnswer<null, Typed, Value, More>) {
  return actionOf(SITE, answer);
}

export function accountLoader<Data extends object>(
  key: TextKey,
  load: (screen: Screen & About & { readonly scope: AccountScope }) => Data | Promise<Data>,
) {
  return loaderOf(ACCOUNT, key, load);
}

export function accountAction<Typed, Value, More = null>(answer: FormAnswer<AccountScope, Typed, Value, More>) {
  return actionOf(ACCOUNT, answer);
}
