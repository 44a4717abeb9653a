import { STATUS_CODES } from "node:http";
import type { Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/entries/robot-check.ts";
import { fieldSentences, sentence } from "#src/i18n/sentence.ts";
import { type RefusalReason, retryAfter, statusOf, summaryOf } from "./refusals.ts";

/** RFC 9457 problem details, with our stable `code` and, per field, sentences and their catalogue keys. */
export type Problem = {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: RefusalReason;
  readonly errors?: Record<string, string[]>;
  /** The same as `errors` for programs: a page shows these in its own language. */
  readonly reasons?: Refusal["fields"];
  /** Of a robot puzzle: what ALTCHA's solvers take. */
  readonly challenge?: ChallengeRefusal["challenge"];
};

/** An answer before it is one: its headers can still be added to for nothing. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
};

/** The answer to a refused API request; texts are English whatever the page's language. */
export function problem(
  refusal: Refusal<RefusalReason> | ChallengeRefusal,
  headers: Record<string, string> = {},
): Response {
  return toResponse(problemAnswer(refusal, headers));
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

/** The same as `problem`, for whoever has more to say in its headers. */
export function problemAnswer(
  refusal: Refusal<RefusalReason> | ChallengeRefusal,
  headers: Record<string, string> = {},
): Answer & { readonly body: string } {
  const status = statusOf(refusal);
  const body: Problem = {
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: summaryOf(refusal)
      .map((message) => sentence("en", message))
      .join(" "),
    code: refusal.reason,
    ...(refusal.fields && { errors: fieldSentences("en", refusal.fields), reasons: refusal.fields }),
    ...("challenge" in refusal && { challenge: refusal.challenge }),
  };
  return {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...retryAfter(refusal),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}
