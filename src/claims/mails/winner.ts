import { sql } from "kysely";
import { entryLinkToken } from "#src/access/entry-link.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { newId } from "#src/base/ids.ts";
import type { Database } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { findRecipient, type MailSite, type Recipient } from "#src/entries/mails/recipient.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import type { MailPart } from "#src/mail/mail-parts.ts";
import type { Mail } from "#src/mail/schema.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";

export type WinnerMailOptions = {
  readonly keys: MailKeys;
  readonly secret: Uint8Array;
};

/** Why a mail about a prize comes, and that the link which ends all mails ends those too. */
export const PRIZE_FOOT = { why: "mails:prizeWon.why", stop: "mails:prizeWon.stop" } as const;

/** A claim that a mail speaks of. */
export type MailedClaim = {
  readonly id: string;
  readonly prizeCode: string;
  readonly ticket: number;
  readonly heldSince: Date;
  readonly claimBy: Date;
  readonly claimedAt: Date | null;
  readonly declinedAt: Date | null;
  readonly turnedDownFor: string | null;
  readonly goneAt: Date | null;
};

/** What a kind of mail says; null if it is no news any more. */
export type WinnerMail = {
  readonly name:
    | "prizeWon"
    | "claimReminder"
    | "claimTurnedDown"
    | "claimExtended"
    | "prizeReplaced"
    | "prizeGone"
    | "prizeGivenBack"
    | "replacementAnnounced"
    | "replacementTakenBack";
  /** The claims that it speaks of: proof that their winner was notified. */
  readonly about: readonly MailedClaim[];
  readonly parts: readonly MailPart[];
};

/** What a mail is written of. */
export type Winner = {
  readonly db: Database;
  readonly t: Recipient["t"];
  readonly recipient: Recipient;
  /** The claim that the mail was written for, and all of the entry. */
  readonly claim: MailedClaim;
  readonly claims: readonly MailedClaim[];
  /** The names of their prizes, in one line each. */
  prizesOf(claims: readonly MailedClaim[]): string;
  /** The fact until when a prize can be claimed. */
  claimBy(claim: MailedClaim): { readonly name: string; readonly value: string };
  /** The link to the entry's claims, which proves the contact. */
  readonly claimButton: { readonly button: string; readonly url: string };
  /** The address of the public result. */
  readonly resultUrl: string;
};

/**
 * Makes a renderer of a mail to a winner. When a mail server takes it, a notice of each claim that it speaks of is
 * stored. Null if the entry or its e-mail is gone, the address stopped all mail, or the mail is no news.
 */
export function winnerMailRenderer(
  site: MailSite,
  { keys, secret }: WinnerMailOptions,
  write: (winner: Winner) => Promise<WinnerMail | null> | WinnerMail | null,
): MailRenderer {
  return async (db, mail) => {
    const recipient = await findRecipient(db, mail, site, keys);
    const own = recipient && (await entryLinkToken(secret, db, recipient.scope));
    if (!recipient || own === null) return null;
    const claims = await readClaims(db, mail);
    const claim = claims.find(({ id }) => id === mail.claimId);
    const written = claim && (await write(winnerOf({ db, recipient, claim, claims }, { site, own })));
    if (!written) return null;
    const { name, about, parts } = written;
    const message = recipient.compose({
      subject: recipient.t(`mails:${name}.subject`, { ticket: claim.ticket, code: recipient.shownCode }),
      heading: recipient.t(`mails:${name}.heading`),
      parts,
      ...PRIZE_FOOT,
    });
    const reached = message.to.address;
    const ids = about.map(({ id }) => id);
    return { ...message, whenTaken: (tx, answer) => noteTaken(tx, mail.raffleId, { ids, reached, answer }) };
  };
}

function winnerOf(
  found: Pick<Winner, "db" | "recipient" | "claim" | "claims">,
  { site, own }: { readonly site: MailSite; readonly own: string },
): Winner {
  const { t, moment, raffle, entry } = found.recipient;
  const names = prizeNamesOf(raffle.prizes);
  return {
    ...found,
    t,
    prizesOf: (claims) => claims.map(({ prizeCode }) => harmlessText(names.get(prizeCode) ?? prizeCode)).join("\n"),
    claimBy: ({ claimBy }) => ({ name: t("mails:prizeWon.claimBy"), value: moment(claimBy) }),
    claimButton: {
      button: t("mails:prizeWon.claim"),
      url: `${site.origin}/claim/${raffle.codeId}/${entry.entryCode}?own=${own}`,
    },
    resultUrl: `${site.origin}/raffle/${raffle.codeId}/draw`,
  };
}

async function readClaims(db: Database, { raffleId, entryId }: Mail): Promise<MailedClaim[]> {
  if (entryId === null) return [];
  return db
    .selectFrom("claims")
    .select(["id", "prizeCode", "ticket", "heldSince", "claimBy", "claimedAt", "declinedAt", "turnedDownFor", "goneAt"])
    .where("raffleId", "=", raffleId)
    .where("entryId", "=", entryId)
    .orderBy("prizeCode")
    .execute();
}

async function noteTaken(
  tx: Transaction,
  raffleId: string,
  { ids, reached, answer }: { readonly ids: readonly string[]; readonly reached: string; readonly answer: string },
): Promise<void> {
  await sql`
    insert into claim_notices (raffle_id, claim_id, id, at, way, reached, answer, actor)
    select raffle_id, claims.id, notice_id, now(), 'mail', ${reached}, ${answer}, 'site'
    from unnest(${ids}::uuid[], ${ids.map(() => newId())}::uuid[]) as notices (claim_id, notice_id)
    join claims on raffle_id = ${raffleId} and claims.id = notices.claim_id
  `.execute(tx);
}
