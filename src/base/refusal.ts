/** A sentence for a person: a key of the `messages` catalogue and the values to fill in. */
export type Message = { readonly key: string; readonly params?: Readonly<Record<string, string | number>> };

/** Longer waits are shown in minutes. */
const SECONDS_AT_MOST = 90;

/** A message that says how long to wait: `key` in seconds, or `keyMinutes` in minutes above SECONDS_AT_MOST. */
export function waitMessage(key: string, seconds: number): Message {
  return seconds > SECONDS_AT_MOST
    ? { key: `${key}Minutes`, params: { seconds, minutes: Math.ceil(seconds / 60) } }
    : { key, params: { seconds } };
}

/** What is wrong with which field; the path of a nested field is dotted (`prizes.0.name`). */
export type FieldMessages = Readonly<Record<string, readonly Message[]>>;

/** Why a feature said no. The reason is stable and becomes the `code` of an API answer. */
export type Refusal<Reason extends string = string> = { readonly reason: Reason; readonly fields?: FieldMessages };
