import { type RawBuilder, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { IS_CLAIM_MAILED, IS_CLAIM_REACHED, PRIZE_WON } from "#src/draws/mails/write.ts";
import type { Replacement } from "#src/draws/protocol/winners/replacements.ts";
import { type Announcement, placeKey, readAnnounced } from "#src/draws/replacing/announcements.ts";
import type { NoticeWay } from "./limits.ts";
import type { ClaimTimes } from "./rules.ts";
import { WORDS_VERSION } from "./words.ts";

/** Winners that one page shows, each with all that can be done. */
export const WINNERS_PER_PAGE = 25;

/** Notices of a winner that a page shows, the latest. */
const SHOWN_NOTICES = 20;

/** How a winner was notified. */
export type Notice = {
  readonly at: Date;
  readonly way: NoticeWay;
  readonly reached: string;
  readonly answer: string;
  readonly actor: string;
};

/** A winner as the organiser sees them. Those of erased entries have no person. */
export type DeskWinner = ClaimTimes & {
  readonly id: string;
  readonly prizeCode: string;
  readonly ticket: number;
  readonly heldSince: Date;
  readonly entryId: string;
  readonly declinedFor: string | null;
  readonly turnedDownFor: string | null;
  readonly voucherCode: string | null;
  readonly handedOverBy: string | null;
  readonly person: {
    readonly entryCode: string;
    readonly name: string;
    readonly address: string;
    readonly phone: string;
    readonly email: string;
  } | null;
  /** By whom the winner was replaced, and why. */
  readonly replaced: (Pick<Replacement, "to" | "reason" | "note"> & { readonly isConsent: boolean }) | null;
  /** What was announced of the winner last. */
  readonly announced: Announcement | null;
  /** Whether the winner said once that they did not withdraw. */
  readonly keeps: boolean;
  readonly notices: readonly Notice[];
  /** Whether an email that they won is still to be sent. */
  readonly isBeingMailed: boolean;
  /** Whether a mail about the claim can be sent to its winner. */
  readonly isReached: boolean;
  /** Whether a picture of the winner's ID is stored. */
  readonly hasId: boolean;
  /** What the winner agreed to have shown to everybody. */
  readonly words: {
    readonly sentence: string;
    readonly hasPhoto: boolean;
    readonly shown: boolean;
    readonly version: string;
  } | null;
};

/** Where a page of winners begins: after this ticket of this prize. */
export type WinnerPlace = { readonly prizeCode: string; readonly ticket: number };

/** How many there are; left out are those whom the site does not mail. */
export type WinnerCounts = Readonly<Record<"holders" | "claimed" | "handedOver" | "toDecide" | "leftOut", number>>;

/** Nobody has claimed it in time, it is not wanted, or its entry is erased; and nothing is announced of it yet. */
const toDecide = (raffleId: string, now: Date) =>
  sql`claims.gone_at is null and claims.claimed_at is null and (
    claims.claim_by < ${now} or claims.declined_at is not null
    or not exists (select 1 from entries where entries.raffle_id = ${raffleId} and entries.id = claims.entry_id)
  ) and not exists (select 1 from replacement_announcements as announced where announced.raffle_id = ${raffleId}
    and announced.prize_code = claims.prize_code and announced.from_ticket = claims.ticket and announced.ended_at is null
  )`;

/**
 * A page of a raffle's winners, prize by prize, in order of their tickets; those who were replaced too.
 *
 * @param prizes all codes, in the order of the draw
 */
export function listWinners(
  reader: Reader,
  scope: OrganiserScope,
  prizes: readonly string[],
  after: WinnerPlace | null,
): Promise<DeskWinner[]> {
  const from = after ? prizes.indexOf(after.prizeCode) : -1;
  const left = [...prizes].slice(Math.max(from, 0));
  const passed = from === -1 ? 0 : (after?.ticket ?? 0);
  return readWinners(
    reader,
    scope,
    sql`select found.id, row_number() over (order by n, found.ticket) as place
      from unnest(${left}::text[]) with ordinality as prize (code, n)
      cross join lateral (
        select id, ticket from claims
        where raffle_id = ${scope.raffleId} and prize_code = prize.code and (n > 1 or ticket > ${passed})
        order by ticket limit ${WINNERS_PER_PAGE + 1}
      ) as found
      order by n, found.ticket limit ${WINNERS_PER_PAGE + 1}`,
  );
}

/** The prizes on which an organiser has to decide, the earliest deadline first. */
export function listToDecide(reader: Reader, scope: OrganiserScope, now: Date): Promise<DeskWinner[]> {
  return readWinners(
    reader,
    scope,
    sql`select id, row_number() over (order by claim_by, id) as place from claims
      where raffle_id = ${scope.raffleId} and ${toDecide(scope.raffleId, now)} order by claim_by, id limit ${WINNERS_PER_PAGE + 1}`,
  );
}

/** All prizes that a ticket holds or held. */
export function findWinner(reader: Reader, scope: OrganiserScope, ticket: number): Promise<DeskWinner[]> {
  return readWinners(
    reader,
    scope,
    sql`select id, row_number() over (order by held_since, prize_code) as place from claims
      where raffle_id = ${scope.raffleId} and ticket = ${ticket} limit ${WINNERS_PER_PAGE + 1}`,
  );
}

/**
 * Nobody opened the claim, and the mail about it was dropped: by a day's quota, or because the address stopped mail.
 */
const isMailDropped = (raffleId: string) => sql`(claims.opened_at is null and exists (
  select 1 from mails where mails.raffle_id = ${raffleId} and mails.entry_id = claims.entry_id
    and kind = ${PRIZE_WON} and mails.state = 'dropped'
))`;

/** How far the winners of a raffle have come. */
export async function countWinners(
  reader: Reader,
  { raffleId }: Pick<OrganiserScope, "raffleId">,
  now: Date,
): Promise<WinnerCounts> {
  const { rows } = await sql<WinnerCounts>`
    select count(*) filter (where gone_at is null)::int as holders,
      count(*) filter (where gone_at is null and claimed_at is not null)::int as claimed,
      count(*) filter (where handed_over_at is not null)::int as "handedOver",
      count(*) filter (where ${toDecide(raffleId, now)})::int as "toDecide",
      count(*) filter (where gone_at is null and (not ${IS_CLAIM_MAILED} or ${isMailDropped(raffleId)}))::int as "leftOut"
    from claims where raffle_id = ${raffleId}
  `.execute(reader);
  return rows[0] ?? { holders: 0, claimed: 0, handedOver: 0, toDecide: 0, leftOut: 0 };
}

/** @param which the ids of claims and their places, few enough for a page */
async function readWinners(
  reader: Reader,
  { raffleId }: OrganiserScope,
  which: RawBuilder<unknown>,
): Promise<DeskWinner[]> {
  const { rows } = await sql<DeskWinner>`
    select claims.id, claims.prize_code as "prizeCode", claims.ticket, held_since as "heldSince", claim_by as "claimBy",
      opened_at as "openedAt", claimed_at as "claimedAt", declined_at as "declinedAt", declined_for as "declinedFor",
      turned_down_at as "turnedDownAt", turned_down_for as "turnedDownFor", voucher_code as "voucherCode",
      handed_over_at as "handedOverAt", handed_over_by as "handedOverBy", gone_at as "goneAt", claims.entry_id as "entryId",
      exists (select 1 from claim_files as file where file.raffle_id = ${raffleId} and file.claim_id = claims.id) as "hasId",
      exists (select 1 from mails where mails.raffle_id = ${raffleId} and mails.entry_id = claims.entry_id
        and kind = ${PRIZE_WON} and mails.state = 'waiting') as "isBeingMailed",
      coalesce(${IS_CLAIM_REACHED}, false) as "isReached",
      case when entries.id is not null then json_build_object('entryCode', entry_code, 'name', first_name || ' ' || last_name,
        'address', address, 'phone', phone, 'email', email) end as person,
      case when words.claim_id is not null then json_build_object('sentence', sentence, 'hasPhoto', photo is not null,
        'shown', shown, 'version', ${WORDS_VERSION}) end as words,
      case when r.number is not null then json_build_object('to', to_ticket, 'reason', reason, 'note', note,
        'isConsent', consent is not null) end as replaced
    from (${which}) as wanted
    join claims on claims.raffle_id = ${raffleId} and claims.id = wanted.id
    left join entries on entries.raffle_id = ${raffleId} and entries.id = claims.entry_id
    left join winner_words as words on words.raffle_id = ${raffleId} and words.claim_id = claims.id
    left join draw_replacements as r
      on r.raffle_id = ${raffleId} and r.prize_code = claims.prize_code and r.from_ticket = claims.ticket
    order by wanted.place
  `.execute(reader);
  const notices = await readNotices(
    reader,
    raffleId,
    rows.map(({ id }) => id),
  );
  const announced = await readAnnounced(
    reader,
    raffleId,
    rows.map(({ ticket }) => ticket),
  );
  return rows.map((row) => {
    const { latest = null, keeps = false } = announced.get(placeKey({ ...row, from: row.ticket })) ?? {};
    return { ...row, notices: notices.get(row.id) ?? [], announced: latest, keeps };
  });
}

/** Whether every winner of a raffle has their prize. */
export async function areAllHandedOver(reader: Reader, { raffleId }: OrganiserScope): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`
    select exists (select from claims where claims.raffle_id = ${raffleId} and handed_over_at is not null)
      and not exists (
        select from claims where claims.raffle_id = ${raffleId} and gone_at is null and handed_over_at is null
      ) as all
  `.execute(reader);
  return rows[0]?.all ?? false;
}

/** The latest notices of each of these claims, the latest first. */
async function readNotices(
  reader: Reader,
  raffleId: string,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Notice[]>> {
  if (claimIds.length === 0) return new Map();
  const { rows } = await sql<Notice & { readonly claimId: string }>`
    select asked.id as "claimId", notice.*
    from unnest(${[...claimIds]}::uuid[]) as asked (id)
    cross join lateral (
      select at, way, reached, answer, actor from claim_notices
      where raffle_id = ${raffleId} and claim_id = asked.id order by at desc, id desc limit ${SHOWN_NOTICES}
    ) as notice
  `.execute(reader);
  return Map.groupBy(rows, ({ claimId }) => claimId);
}
