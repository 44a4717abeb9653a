import { recordChange } from "#src/access/audit/audit.ts";
import type { AdminScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import { queueMails } from "#src/mail/write.ts";
import { NEWS } from "./news-mail.ts";
import { countRecipients } from "./read.ts";
import { textFor } from "./rules.ts";
import { type NewsTexts, newsTexts } from "./schema.ts";
import { beginFanOut, deleteDraft, insertDraft, lockDraft, stopFanOut, updateDraft } from "./write.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

/** Refusal: the draft was sent or discarded (or sent news was already stopped), perhaps by another admin. */
type Gone = Refusal<"news-gone">;
const GONE = refuse({ reason: "news-gone" });

/**
 * Saves news as a new draft (`id` null), or replaces an existing draft.
 *
 * @param body user input of any shape
 * @returns the draft's id; refuses invalid fields, and a draft that is gone
 */
export async function saveDraft(
  { db }: Deps,
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

/** Deletes a draft. */
export async function discardDraft({ db }: Deps, _admin: AdminScope, id: string): Promise<Outcome<void, Gone>> {
  return inTransaction(db, async (tx) => (isId(id) && (await deleteDraft(tx, id)) ? accept(undefined) : GONE));
}

/** Sends a test to the admin only: one mail for each language of the draft. */
export async function sendTest({ db }: Deps, admin: AdminScope, id: string): Promise<Outcome<void, Gone>> {
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
 * Sends news to all who ask for news now. It is sent once, even if several admins send it at the same time.
 *
 * @returns the number of addresses
 */
export async function sendNews(
  { db, clock, keys }: Deps & { readonly keys: MailKeys },
  admin: AdminScope,
  id: string,
): Promise<Outcome<number, Gone>> {
  return onDraft(db, id, async (tx, texts) => {
    const { own, typed } = await countRecipients(tx, admin, keys);
    const people = own + typed;
    await beginFanOut(tx, admin, id, people);
    const change = { action: "send-news" as const, subject: subjectOf(texts), before: null, after: { people } };
    await recordChange(tx, admin, change, clock);
    return accept(people);
  });
}

/** Stops news that is being sent: mails that no mail server has yet are not sent. */
export async function stopNews({ db, clock }: Deps, admin: AdminScope, id: string): Promise<Outcome<void, Gone>> {
  return inTransaction(db, async (tx) => {
    const news = isId(id) ? await stopFanOut(tx, id) : null;
    if (!news) return GONE;
    const change = { action: "stop-news" as const, subject: subjectOf(news.texts), before: null, after: null };
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
