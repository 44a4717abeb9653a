import { STATUS_CODES } from "node:http";
import type { Refusal } from "#src/base/refusal.ts";
import { translate, translateFields } from "#src/i18n/translate.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { formerCodeOf, type RefusalReason, retryAfter, statusOf, summaryOf } from "./refusals.ts";

/** RFC 9457 problem details, with our stable `code` and, per field, sentences and their catalogue keys. */
export type Problem = {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: RefusalReason;
  /** The code that version 0.1 answered, where it has another name now. Version 0.3 leaves it out. */
  readonly formerCode?: string;
  readonly errors?: Record<string, string[]>;
  /** The same as `errors`, as catalogue keys: a page translates them into its own language. */
  readonly reasons?: Refusal["fields"];
  /** The robot puzzle, in the format of ALTCHA's solvers. */
  readonly challenge?: ChallengeRefusal["challenge"];
};

/** A response as plain data: adding headers costs nothing before it becomes a Response object. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /**
   * How a text becomes bytes, UTF-8 by default. Latin-1 is for bytes that are held as a text, one character for each.
   */
  readonly encoding?: "utf8" | "latin1";
};

/** The answer to a refused API request; its texts are always English. */
export function problem(
  refusal: Refusal<RefusalReason> | ChallengeRefusal,
  headers: Record<string, string> = {},
): Response {
  return toResponse(problemAnswer(refusal, headers));
}

export function toResponse({ status, headers, body, encoding }: Answer): Response {
  const bytes = encoding !== undefined && typeof body === "string" ? Buffer.from(body, encoding) : body;
  return new Response(bytes, { status, headers });
}

/** The same as `problem`, for a caller that adds headers. */
export function problemAnswer(
  refusal: Refusal<RefusalReason> | ChallengeRefusal,
  headers: Record<string, string> = {},
): Answer & { readonly body: string } {
  const status = statusOf(refusal);
  const body: Problem = {
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: summaryOf(refusal)
      .map((message) => translate("en", message))
      .join(" "),
    code: refusal.reason,
    ...formerCodeOf(refusal),
    ...(refusal.fields && { errors: translateFields("en", refusal.fields), reasons: refusal.fields }),
    ...("challenge" in refusal && { challenge: refusal.challenge }),
  };
  return {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...retryAfter(refusal),
      // RFC 9110 wants one of every 401. Of Basic, browsers would show a dialog of their own.
      ...(status === 401 && { "www-authenticate": "Bearer" }),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}
