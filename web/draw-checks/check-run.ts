import type { CheckName, CheckResult, Report } from "#src/draws/protocol/verify/report.ts";

/** Where a file is: a URL of this site, or a file that the person picked. */
export type Source = string | Blob;

/** What the page gives the worker: texts as they were typed, and each only where there is one. */
export type CheckTask = {
  readonly transcript: Source;
  readonly list: Source;
  readonly chain?: Blob | undefined;
  /** The signed receipt of an entry, and what the site's log says of it. */
  readonly receipt?: Source | undefined;
  readonly receiptLog?: Source | undefined;
  /** Where the log of this site says what it knows of a seal, for receipts of this raffle. */
  readonly logAddress?: string | undefined;
  /** That the lock stands in the site's log. */
  readonly lockProof?: Source | undefined;
  /** The lock hash or its six words, and whether the person says that they got it before the draw. */
  readonly lockHash: string;
  readonly isFromBefore: boolean;
  /** Keys of witnesses that the person trusts, a line each. */
  readonly witnesses: string;
  readonly siteKey: string;
  readonly mine: Readonly<Record<"email" | "entryCode" | "key" | "raffle", string>>;
};

/** Reasons for which nothing can be checked. The first ones are named as the fields that they are about. */
export const HINDRANCES = [
  "transcript",
  "list",
  "chain",
  "lockHash",
  "siteKey",
  "witnesses",
  "receipt",
  "receiptLog",
  "lockProof",
  "email",
  "entryCode",
  "key",
  "raffle",
  "unreachable",
  "tooLarge",
  "failed",
] as const;

export type Hindrance = (typeof HINDRANCES)[number];

/** What the worker sends the page, in this order: tickets, prizes and checks as they come, then one of the others. */
export type CheckNews =
  | { readonly kind: "tickets"; readonly count: number }
  | { readonly kind: "prizes"; readonly count: number; readonly of: number }
  | { readonly kind: "check"; readonly name: CheckName; readonly result: CheckResult }
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "hindered"; readonly by: Hindrance };
