import type { ParseKeys } from "i18next";
import type accounts from "./locales/en/accounts.json";
import type claims from "./locales/en/claims.json";
import type desk from "./locales/en/desk.json";
import type draws from "./locales/en/draws.json";
import type entries from "./locales/en/entries.json";
import type events from "./locales/en/events.json";
import type mails from "./locales/en/mails.json";
import type messages from "./locales/en/messages.json";
import type pages from "./locales/en/pages.json";
import type photos from "./locales/en/photos.json";
import type raffles from "./locales/en/raffles.json";
import type site from "./locales/en/site.json";
import type stamps from "./locales/en/stamps.json";
import type team from "./locales/en/team.json";
import type webhooks from "./locales/en/webhooks.json";

/** The English catalogue: its keys are those of all languages. */
type Catalogue = {
  readonly accounts: typeof accounts;
  readonly claims: typeof claims;
  readonly desk: typeof desk;
  readonly draws: typeof draws;
  readonly entries: typeof entries;
  readonly events: typeof events;
  readonly mails: typeof mails;
  readonly messages: typeof messages;
  readonly pages: typeof pages;
  readonly raffles: typeof raffles;
  readonly site: typeof site;
  readonly photos: typeof photos;
  readonly stamps: typeof stamps;
  readonly team: typeof team;
  readonly webhooks: typeof webhooks;
};

/** The keys of a part of the catalogue. */
export type KeyOf<Part extends keyof Catalogue> = ParseKeys<Part>;

/** What follows a beginning in the keys of a part of the catalogue: `heading` of `overview.heading`. */
export type KeyUnder<Part extends keyof Catalogue, Beginning extends string> =
  KeyOf<Part> extends infer Key ? (Key extends `${Beginning}.${infer Rest}` ? Rest : never) : never;

/** A key with its part of the catalogue (`site:nav.home`); one of `messages` needs none. */
export type TextKey =
  | KeyOf<"messages">
  | { readonly [Part in keyof Catalogue]: `${Part}:${KeyOf<Part>}` }[keyof Catalogue];

/** Values to fill in. */
export type TextParams = Readonly<Record<string, string | number>>;

/** A text to be translated. */
export type Text = { readonly key: TextKey; readonly params?: TextParams | undefined };

/**
 * A key that is data: a part of it was stored, or is a name of a field that was. Its text may be missing, so that it
 * needs a `defaultValue`, or is known from elsewhere.
 */
export function storedKey(key: string): TextKey {
  return key as TextKey;
}

declare module "i18next" {
  // Merged with i18next's own interface, so it cannot be a type alias.
  interface CustomTypeOptions {
    defaultNS: "site";
    resources: Catalogue;
  }
}
