import { sql } from "kysely";
import { OWNER } from "#src/access/organiser.ts";
import type { ContactScope } from "#src/access/scope.ts";
import { findOwned, queueOwnerMail } from "#src/access/team/owner-mail.ts";
import type { Clock } from "#src/base/clock.ts";
import { harmlessText } from "#src/base/harmless-text.ts";
import { newId } from "#src/base/ids.ts";
import { selectDue } from "#src/db/select-due.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { MailSite } from "#src/entries/mails/recipient.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { raffleFace } from "#src/mail/face.ts";
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

/**
 * Notes that a winner has claimed or given up, for the account that owns the raffle. A raffle without one has no news.
 */
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
 * @returns of how many raffles something was reported, or was not wanted
 */
export function claimNews(clock: Clock): (tx: Transaction) => Promise<number> {
  let lookAt = 0;
  return async (tx) => {
    const now = clock();
    if (now.getTime() < lookAt) return 0;
    const due = await selectDue(
      tx,
      (lock) => sql<{ raffleId: string; language: string }>`
        select raffle_id as "raffleId", language from claim_news
        where happened_at is not null and (told_at is null or told_at + ${PAUSE} <= ${now})
        limit ${RAFFLES_PER_BATCH} ${lock}
      `,
    );
    for (const { raffleId, language } of due) await notifyOwner(tx, raffleId, language, now);
    if (due.length === 0) lookAt = now.getTime() + LOOK_EVERY_MS;
    return due.length;
  };
}

async function notifyOwner(tx: Transaction, raffleId: string, language: string, now: Date): Promise<void> {
  const mailId = newId();
  const notified = { happenedAt: null, toldAt: now, mailId };
  await tx.updateTable("claimNews").set(notified).where("raffleId", "=", raffleId).execute();
  const settings = await tx
    .selectFrom("claimSettings")
    .select("tellsOwner")
    .where("raffleId", "=", raffleId)
    .executeTakeFirst();
  if (settings?.tellsOwner === false) return;
  await queueOwnerMail(tx, { id: mailId, kind: CLAIM_NEWS, raffleId, language });
}

/** Renders that mail. It names no winner: it says how many, and where to look. Null if a later one says it all. */
export function claimNewsRenderer(
  site: MailSite,
  { keys, clock }: { readonly keys: MailKeys; readonly clock: Clock },
): MailRenderer {
  const { productName, origin } = site;
  return async (db, { id, userId, language }) => {
    const news = await db.selectFrom("claimNews").select("raffleId").where("mailId", "=", id).executeTakeFirst();
    const found = news && (await findOwned(db, { raffleId: news.raffleId, userId }, keys));
    if (!news || !found) return null;
    const counts = await countWinners(db, news, clock());
    const raffle = harmlessText(found.name);
    const t = (key: TextKey) => translate(language, { key, params: { productName, raffle } });
    const subject = t("mails:claimNews.subject");
    const facts = (["holders", "claimed", "handedOver", "toDecide"] as const).map((name) => ({
      name: t(`mails:claimNews.${name}`),
      value: String(counts[name]),
    }));
    const template = {
      ...{ language, face: raffleFace(found, site, false), subject, heading: t("mails:claimNews.heading") },
      parts: [
        { paragraph: t("mails:claimNews.lead") },
        { facts },
        { button: t("mails:claimNews.link"), url: `${origin}/winners/${found.codeId}/${OWNER}` },
      ],
      footer: [t("mails:claimNews.why"), t("mails:receipt.from")],
    };
    return { to: { name: "", address: found.email }, subject, ...renderMail(template), trust: "proven" };
  };
}
