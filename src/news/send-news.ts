import { recordChange } from "#src/access/audit.ts";
import type { AdminScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import { queueMails } from "#src/mail/write.ts";
import type { NewsKeys } from "./address-key.ts";
import { NEWS } from "./news-mail.ts";
import { countRecipients } from "./read.ts";
import { textFor } from "./rules.ts";
import { type NewsTexts, newsTexts } from "./schema.ts";
import { beginFilling, deleteDraft, insertDraft, lockDraft, stopFilling, updateDraft } from "./write.ts";

type Given = { readonly db: Database; readonly clock: Clock };

/** Gone means sent or discarded, perhaps by another admin. */
type Gone = Refusal<"news-gone">;
const GONE = refuse({ reason: "news-gone" });

/**
 * Keeps news as a draft, new (`id` null) or in the place of one that was not sent.
 *
 * @param body what was typed: nothing about its shape is assumed
 * @returns the draft's id
 */
export async function saveDraft(
  { db }: Given,
  admin: AdminScope,
  id: string | null,
  body: unknown,
): Promise<Outcome<string, Gone | Refusal<"invalid-fields">>> {
  const parsed = newsTexts.safeParse(body);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  return inTransaction(db, async (tx) => {
    if (id === null) return accept(await insertDraft(tx, admin, parsed.data));
    return isId(id) && (await updateDraft(tx, id, parsed.data)) ? accept(id) : GONE;
  });
}

/** Throws news away that was not sent. */
export async function discardDraft({ db }: Given, _admin: AdminScope, id: string): Promise<Outcome<void, Gone>> {
  return inTransaction(db, async (tx) => (isId(id) && (await deleteDraft(tx, id)) ? accept(undefined) : GONE));
}

/** Sends news to the admin alone, in each language that it is written in. */
export async function sendTest({ db }: Given, admin: AdminScope, id: string): Promise<Outcome<void, Gone>> {
  return onDraft(db, id, async (tx, texts) => {
    const languages = LANGUAGES.filter((language) => texts[language]);
    await queueMails(
      tx,
      languages.map((language) => testOf(id, admin, language)),
    );
    return accept(undefined);
  });
}

/**
 * Sends news to all who ask for it at this moment, once, whoever else presses the button.
 *
 * @returns how many addresses they are
 */
export async function sendNews(
  { db, clock, keys }: Given & { readonly keys: NewsKeys },
  admin: AdminScope,
  id: string,
): Promise<Outcome<number, Gone>> {
  return onDraft(db, id, async (tx, texts) => {
    const people = await countRecipients(tx, admin, keys);
    await beginFilling(tx, admin, id, people);
    const change = { action: "send-news", subject: subjectOf(texts), before: null, after: { people } };
    await recordChange(tx, admin, change, clock);
    return accept(people);
  });
}

/** Stops news on its way: what a mail server does not have yet is not sent. */
export async function stopNews({ db, clock }: Given, admin: AdminScope, id: string): Promise<Outcome<void, Gone>> {
  return inTransaction(db, async (tx) => {
    const news = isId(id) ? await stopFilling(tx, id) : null;
    if (!news) return GONE;
    const change = { action: "stop-news", subject: subjectOf(news.texts), before: null, after: null };
    await recordChange(tx, admin, change, clock);
    return accept(undefined);
  });
}

async function onDraft<Value>(
  db: Database,
  id: string,
  work: (tx: Transaction, texts: NewsTexts) => Promise<Outcome<Value, Gone>>,
): Promise<Outcome<Value, Gone>> {
  return inTransaction(db, async (tx) => {
    const draft = isId(id) ? await lockDraft(tx, id) : null;
    return draft ? work(tx, draft.texts) : GONE;
  });
}

function testOf(id: string, admin: AdminScope, language: Language) {
  return { kind: NEWS, userId: admin.userId, language, news: { id, addressKey: null } };
}

function subjectOf(texts: NewsTexts): string {
  return textFor(texts, "en").subject;
}
