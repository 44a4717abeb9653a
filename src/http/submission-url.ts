const SUBMISSION = /^\/api\/raffles\/([^/?]+)\/entries(?:\?(.*))?$/;

/** Where an entry is sent as JSON, by the form and by programs: what names its raffle, undecoded, and the query. */
export type SubmissionUrl = { readonly idOrCode: string; readonly query: string };

/** Reads the URL (path and query) of a POST request. Returns undefined if it is not the one of an entry. */
export function submissionUrl(url: string): SubmissionUrl | undefined {
  const [, idOrCode, query = ""] = SUBMISSION.exec(url) ?? [];
  return idOrCode === undefined ? undefined : { idOrCode, query };
}
