import type { ParseKeys } from "i18next";

/** A key of the `messages` catalogue (src/i18n/text-keys.ts). */
export type MessageKey = ParseKeys<"messages">;

/** A sentence for a person: a key of the `messages` catalogue and the values to fill in. */
export type Message = { readonly key: MessageKey; readonly params?: Readonly<Record<string, string | number>> };

/** What is wrong with which field; the path of a nested field is dotted (`prizes.0.name`). */
export type FieldMessages = Readonly<Record<string, readonly Message[]>>;

/** Why a feature said no. The reason is stable and becomes the `code` of an API answer. */
export type Refusal<Reason extends string = string> = { readonly reason: Reason; readonly fields?: FieldMessages };
