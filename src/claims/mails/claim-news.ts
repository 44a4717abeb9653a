import { sql } from "kysely";
import { OWNER } from "#src/access/organiser.ts";
import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { newId, SITE_ID } from "#src/base/ids.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { MailSite } from "#src/entries/mails/recipient.ts";
import { translate } from "#src/i18n/translate.ts";
import { addressKey, type MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { stoppedAt } from "#src/mail/mail-stops.ts";
import { renderMail } from "#src/mail/template.ts";
import { countWinners } from "../desk.ts";

/** To the account that owns a raffle, the first of several: how far its winners are. */
export const CLAIM_NEWS = "claim-news";

/** The first news goes out at once, what follows within this time together. */
const PAUSE = sql`interval '1 hour'`;

/** How often a process looks for news, when there was none. */
const LOOK_EVERY_MS = 20_000;

/** Raffles of one batch: some milliseconds. */
const RAFFLES_PER_BATCH = 200;

/** Notes that a winner has claimed or given up, for the account that owns the raffle. A raffle without one has no news. */
export async function noteClaimNews(tx: Transaction, { raffleId, entryId }: ContactScope, at: Date): Promise<void> {
  await sql`
    insert into claim_news (raffle_id, language, happened_at)
    select raffles.id, entries.language, ${at} from raffles join entries on entries.raffle_id = raffles.id
    where raffles.id = ${raffleId} and entries.id = ${entryId}
      and exists (select from raffle_members where raffle_members.raffle_id = raffles.id and role = 'owner')
    on conflict (raffle_id) do update set language = excluded.language, happened_at = excluded.happened_at
  `.execute(tx);
}

/**
 * Writes the mails about what winners did, one an hour and raffle at most, for owners whose address is verified and who
 * want them. The mail enqueuer calls it again and again.
 *
 * @returns of how many raffles something was told, or was not wanted
 */
export function claimNews(clock: Clock): (tx: Transaction) => Promise<number> {
  let lookAt = 0;
  return async (tx) => {
    const now = clock();
    if (now.getTime() < lookAt) return 0;
    const { rows } = await sql<{ raffleId: string; language: string }>`
      select raffle_id as "raffleId", language from claim_news
      where happened_at is not null and (told_at is null or told_at + ${PAUSE} <= ${now})
      limit ${RAFFLES_PER_BATCH} for update skip locked
    `.execute(tx);
    for (const { raffleId, language } of rows) await tellOwner(tx, raffleId, language, now);
    if (rows.length === 0) lookAt = now.getTime() + LOOK_EVERY_MS;
    return rows.length;
  };
}

async function tellOwner(tx: Transaction, raffleId: string, language: string, now: Date): Promise<void> {
  const mailId = newId();
  const told = { happenedAt: null, toldAt: now, mailId };
  await tx.updateTable("claimNews").set(told).where("raffleId", "=", raffleId).execute();
  await sql`
    insert into mails (raffle_id, id, kind, user_id, language)
    select ${SITE_ID}::uuid, ${mailId}::uuid, ${CLAIM_NEWS}, user_id, ${language}
    from raffle_members join users on users.id = user_id
    left join claim_settings on claim_settings.raffle_id = ${raffleId}
    where raffle_members.raffle_id = ${raffleId} and raffle_members.role = 'owner'
      and email_verified and not banned and coalesce(tells_owner, true)
    order by joined_at, user_id limit 1
  `.execute(tx);
}

/** Renders that mail. It names no winner: it says how many, and where to look. Null if a later one says it all. */
export function claimNewsRenderer(
  { productName, origin }: MailSite,
  { keys, clock }: { readonly keys: MailKeys; readonly clock: Clock },
): MailRenderer {
  return async (db, { id, userId, language }) => {
    const found = await findNews(db, id, userId);
    const emailKey = found && normaliseEmail(found.email);
    if (!found || emailKey === null || (await stoppedAt(db, addressKey(keys, emailKey)))) return null;
    const counts = await countWinners(db, found, clock());
    const raffle = harmlessText(found.name);
    const t = (key: string) => translate(language, { key, params: { productName, raffle } });
    const subject = t("mails:claimNews.subject");
    const facts = (["holders", "claimed", "handedOver", "toDecide"] as const).map((name) => ({
      name: t(`mails:claimNews.${name}`),
      value: String(counts[name]),
    }));
    const letter = {
      ...{ language, subject, heading: t("mails:claimNews.heading") },
      parts: [
        { paragraph: t("mails:claimNews.lead") },
        { facts },
        { link: t("mails:claimNews.link"), url: `${origin}/winners/${found.codeId}/${OWNER}` },
      ],
      footer: [t("mails:claimNews.why")],
    };
    return { to: { name: "", address: found.email }, subject, ...renderMail(letter) };
  };
}

/** The raffle that a mail is about, while its owner is still the mail's recipient. */
async function findNews(db: Reader | Database, mailId: string, userId: string | null) {
  const found = await db
    .selectFrom("claimNews")
    .innerJoin("raffles", "raffles.id", "claimNews.raffleId")
    .innerJoin("raffleMembers", "raffleMembers.raffleId", "raffles.id")
    .innerJoin("users", "users.id", "raffleMembers.userId")
    .select(["claimNews.raffleId", "codeId", "name", "email"])
    .where("mailId", "=", mailId)
    .where("users.id", "=", userId)
    .where("raffleMembers.role", "=", "owner")
    .where("banned", "=", false)
    .executeTakeFirst();
  return found ?? null;
}
