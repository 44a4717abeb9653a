import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import type { ReplacementReason } from "#src/draws/protocol/winners/replacements.ts";
import type { NoticeWay } from "../limits.ts";

/** How a winner was notified, with what proves it. */
export type ProvenNotice = {
  readonly at: Date;
  readonly way: NoticeWay;
  readonly reached: string;
  readonly answer: string;
};

/** A prize that somebody holds or held, as the report on winners has it. Texts are empty where nothing is known. */
export type ReportedWinner = {
  readonly claimId: string;
  readonly prizeCode: string;
  readonly prize: string;
  readonly worth: string;
  readonly ticket: number;
  readonly winner: string;
  readonly address: string;
  readonly contact: string;
  readonly heldSince: Date;
  readonly claimBy: Date;
  readonly claimedAt: Date | null;
  readonly handedOverAt: Date | null;
  readonly handedOverBy: string;
  readonly tax: string;
  readonly notices: readonly ProvenNotice[];
  /** Set where the ticket holds the prize no more. */
  readonly replaced: {
    readonly at: Date;
    readonly reason: ReplacementReason | "";
    readonly note: string;
    /** Whether the winner gave the prize back. The note then says no more. */
    readonly isConsent: boolean;
  } | null;
};

/** Sorts before every UUID of version 7. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** The first proofs say all that an authority asks; reminders follow. */
const NOTICES_EACH = 10;

/**
 * One part of the report on a raffle's winners, in the order of the draw, then of replacements. A winner's record is
 * what was written down at the hand-over; before it, what their entry says.
 *
 * @param after the claim after which the part begins; null for the first
 */
export async function readReport(
  reader: Reader,
  { raffleId }: OrganiserScope,
  after: string | null,
  limit: number,
): Promise<readonly ReportedWinner[]> {
  const { rows } = await sql<Stored>`
    select claims.id as "claimId", claims.prize_code as "prizeCode", coalesce(prizes.name, '') as prize,
      coalesce(prizes.worth, '') as worth, ticket,
      coalesce(winner_name, first_name || ' ' || last_name, '') as winner,
      coalesce(winner_address, entries.address, '') as address,
      coalesce(winner_contact, concat_ws(', ', nullif(entries.phone, ''), nullif(entries.email, '')), '') as contact,
      held_since as "heldSince", claim_by as "claimBy", claimed_at as "claimedAt", handed_over_at as "handedOverAt",
      coalesce(handed_over_by, '') as "handedOverBy", coalesce(tax, '') as tax,
      coalesce(notices.proofs, '[]') as notices,
      gone_at as "goneAt", coalesce(replacements.reason, '') as reason, coalesce(replacements.note, '') as note,
      replacements.consent is not null as "isConsent"
    from claims
    left join prizes on prizes.raffle_id = claims.raffle_id and prizes.prize_code = claims.prize_code
    left join entries on entries.raffle_id = claims.raffle_id and entries.id = claims.entry_id
    left join draw_replacements as replacements on replacements.raffle_id = claims.raffle_id
      and replacements.prize_code = claims.prize_code and from_ticket = ticket and gone_at is not null
    left join lateral (
      select json_agg(json_build_object('at', at, 'way', way, 'reached', reached, 'answer', answer) order by at, id) as proofs
      from (
        select id, at, way, reached, answer from claim_notices
        where claim_notices.raffle_id = ${raffleId} and claim_id = claims.id order by at, id limit ${NOTICES_EACH}
      ) as first
    ) as notices on true
    where claims.raffle_id = ${raffleId} and claims.id > ${after ?? BEFORE_ALL}::uuid
    order by claims.id
    limit ${limit}
  `.execute(reader);
  return rows.map(({ goneAt, reason, note, isConsent, notices, ...row }) => ({
    ...row,
    notices: notices.map(({ at, ...notice }) => ({ ...notice, at: new Date(at) })),
    replaced: goneAt && { at: goneAt, reason, note, isConsent },
  }));
}

type Stored = Omit<ReportedWinner, "notices" | "replaced"> & {
  readonly notices: readonly (Omit<ProvenNotice, "at"> & { readonly at: string })[];
  readonly goneAt: Date | null;
  readonly reason: ReplacementReason | "";
  readonly note: string;
  readonly isConsent: boolean;
};
