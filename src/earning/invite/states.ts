import type { RaffleRule } from "#src/raffles/schema.ts";
import { withdrawalOf } from "../withdrawal.ts";
import type { NewRow } from "../write.ts";

/** The actor of rows that nobody decided. */
export const SITE = "site";

/** Why the site takes back an invitation's drops. Pages say it in their language. */
export const NOT_VALID = "not-valid";

/** An entry that came by the link of another, the oldest first. */
export type InvitedEntry = {
  readonly id: string;
  /** Whose link it was. */
  readonly inviterId: string;
  /** Whether it is in play by all but its own invitations. */
  readonly isValid: boolean;
  /** Whether it has something in common with its inviter, or with an earlier one of theirs, or is not compared yet. */
  readonly isAlike: boolean;
};

/** A row of the ledger that an invitation gave, or that takes one back. */
export type InviteRow = {
  readonly id: string;
  readonly entryId: string;
  readonly ruleId: string;
  readonly drops: number;
  readonly withdraws: string | null;
  readonly sourceKey: string;
  readonly givenBy: string;
};

/** `waits`: for the shop, because it is alike. `out`: not in play. `beyond`: the inviter has as many as count. */
export type InviteState = "counts" | "waits" | "out" | "beyond" | "refused";

/** What the rows of the ledger say of one invited entry. */
type Known = {
  readonly rows: number;
  /** The grant that is not taken back. */
  readonly granted: InviteRow | undefined;
  /** Whether somebody of the shop decided against it, after all that came before. */
  readonly isRefused: boolean;
};

/** The source of a grant or a refusal: the invited entry, and how many rows it had before. */
export function sourceOf(invitedId: string, rows: number): string {
  return `${invitedId} ${rows}`;
}

function invitedIn({ sourceKey }: InviteRow): string {
  return sourceKey.split(" ", 1)[0] ?? "";
}

/** What the ledger says of each entry that one inviter invited, by its id. */
export function knownOf(rows: readonly InviteRow[]): (invitedId: string) => Known {
  const withdrawals = new Map(rows.filter(({ withdraws }) => withdraws).map((row) => [row.withdraws ?? "", row]));
  const own = Map.groupBy(
    rows.filter(({ withdraws }) => withdraws === null),
    invitedIn,
  );
  return (invitedId) => {
    const of = own.get(invitedId) ?? [];
    const last = of.at(-1);
    const back = last && withdrawals.get(last.id);
    return {
      rows: of.length,
      granted: of.find(({ id, drops }) => drops > 0 && !withdrawals.has(id)),
      isRefused: last !== undefined && (last.drops === 0 || (back !== undefined && back.givenBy !== SITE)),
    };
  };
}

/**
 * What becomes of one inviter's invitations by one rule. The first that are valid count, as many as the rule says.
 * Those that are alike wait for the shop; what the shop decided stays.
 *
 * @param invited of the inviter, the oldest first
 * @param rows of the inviter and the rule
 */
export function statesOf(
  invited: readonly InvitedEntry[],
  rows: readonly InviteRow[],
  { maxTimes }: Pick<RaffleRule, "maxTimes">,
): ReadonlyMap<string, InviteState> {
  const known = knownOf(rows);
  const states = new Map<string, InviteState>();
  let left = maxTimes;
  for (const { id, isValid } of invited) {
    if (!known(id).granted) continue;
    states.set(id, isValid ? "counts" : "out");
    if (isValid) left -= 1;
  }
  for (const { id, isValid, isAlike } of invited) {
    if (states.has(id)) continue;
    const { isRefused } = known(id);
    const state = isRefused ? "refused" : !isValid ? "out" : isAlike ? "waits" : left > 0 ? "counts" : "beyond";
    states.set(id, state);
    if (state === "counts") left -= 1;
  }
  return states;
}

/** The rows that the ledger of one inviter lacks: grants that count now, and withdrawals of those that no longer do. */
export function rowsToAdd(
  inviterId: string,
  invited: readonly InvitedEntry[],
  rows: readonly InviteRow[],
  rule: Pick<RaffleRule, "id" | "drops" | "maxTimes">,
): NewRow[] {
  const known = knownOf(rows);
  const states = statesOf(invited, rows, rule);
  const row = { entryId: inviterId, ruleId: rule.id, way: "invite" } as const;
  const withdrawn = new Set(rows.map(({ withdraws }) => withdraws));
  const gone = rows.filter((one) => one.drops > 0 && !withdrawn.has(one.id) && states.get(invitedIn(one)) !== "counts");
  const isNew = ({ id }: InvitedEntry) => states.get(id) === "counts" && !known(id).granted;
  return [
    ...gone.map(({ id, drops }) => withdrawalOf({ ...row, id, drops }, NOT_VALID)),
    ...invited.filter(isNew).map(({ id }) => ({ ...row, drops: rule.drops, sourceKey: sourceOf(id, known(id).rows) })),
  ];
}
