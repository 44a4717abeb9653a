import type { AccountScope } from "#src/access/scope.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PageMeta } from "../page/page-meta.ts";
import { accountFor } from "./account.ts";
import { answerForm, type FormAnswer, type Screen, screenOf } from "./answer-form.ts";
import { screenName } from "./organiser.ts";
import type { PageRequest, PageRequestOf } from "./page-request.ts";

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
 */
export function loaderOf<Page extends PageRequest, Scope, More extends About, Data extends object>(
  { prove, about }: ScreenKind<Page, Scope, More>,
  description: TextKey,
  load: (screen: Screen & Pick<Page, keyof Page> & { readonly scope: Scope } & More) => Data | Promise<Data>,
) {
  return async (page: Page): Promise<Omit<About, keyof Data> & Data> => {
    const scope = await prove(page);
    const screen = { ...screenOf(page), scope };
    const more = await about(screen, translate(screen.language, { key: description }));
    return { meta: more.meta, ...(await load({ ...page, ...screen, ...more })) };
  };
}

/** Makes the action of a screen. */
export function actionOf<Page extends PageRequest, Scope, Typed, Value>(
  { prove }: Pick<ScreenKind<Page, Scope, About>, "prove">,
  answer: FormAnswer<Scope, Typed, Value>,
) {
  return async (page: Page) => answerForm(page, await prove(page), answer);
}

/** A request of a screen for everybody, with what its path names. */
export type SitePage = PageRequestOf<Readonly<Record<string, string | undefined>>>;

/** Screens for everybody. They prove nothing, or each its own. */
const SITE = {
  prove: (page: SitePage) => page.params,
  about: ({ request }: Screen, description: string) => ({ meta: { path: screenName(request), description } }),
};

/** Screens of the signed-in account. A guest is led to the login page, and back. */
const ACCOUNT = {
  prove: (page: SitePage): Promise<AccountScope> => accountFor(page),
  about: ({ request }: Screen, description: string) => ({
    meta: { path: screenName(request), description, listed: false },
  }),
};

/** The screens of visitors and of accounts, as `loaderOf` and `actionOf`. */
type SiteScreen = Screen & SitePage & About;
type AccountScreen = SiteScreen & { readonly scope: AccountScope };

export function siteLoader<Data extends object>(key: TextKey, load: (screen: SiteScreen) => Data | Promise<Data>) {
  return loaderOf(SITE, key, load);
}

export function siteAction<Typed, Value>(answer: FormAnswer<SitePage["params"], Typed, Value>) {
  return actionOf(SITE, answer);
}

export function accountLoader<Data extends object>(
  key: TextKey,
  load: (screen: AccountScreen) => Data | Promise<Data>,
) {
  return loaderOf(ACCOUNT, key, load);
}

export function accountAction<Typed, Value>(answer: FormAnswer<AccountScope, Typed, Value>) {
  return actionOf(ACCOUNT, answer);
}
