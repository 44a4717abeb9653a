import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { proveOrganiser, proveOwner } from "#src/access/organiser.ts";
import { inviteMember } from "#src/access/team/invitations.ts";
import { adoptRaffle } from "#src/access/team/members.ts";
import { mailRenderers } from "#src/app/start-background.ts";
import { newId, SITE_ID } from "#src/base/ids.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { queueChangedByOther } from "#src/entries/mails/changed-by-other.ts";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import type { RenderedMail } from "#src/mail/delivery.ts";
import type { Mail } from "#src/mail/schema.ts";
import { sealContent } from "#src/mail/sealed-content.ts";
import { queueMail } from "#src/mail/write.ts";
import { saveDraft } from "#src/news/send-news.ts";
import { registerAccount } from "./account.ts";
import { registerAdmin } from "./admin.ts";
import { asOrganiser, type TestApi, type TestRaffle } from "./api.ts";
import type { TestDatabase } from "./database.ts";
import { drawMailsOf } from "./draw-mails.ts";
import { drawnClaimsOf } from "./drawn-claims.ts";
import { organiserScope } from "./organiser-scope.ts";

/** A mail of the site in a language. `name` says what it is about where a kind has several. */
export type SampleMail = {
  readonly name: string;
  readonly kind: string;
  readonly language: Language;
  readonly mail: RenderedMail;
};

const SHOP = {
  ...{ shopName: "Nanay Luz Bakery", shopPlace: "Jaro, Iloilo City", shopContact: "0917 555 0142" },
  ...{ accentColor: "#0b6e69", name: "Pandesal for a month" },
};
const NOBODY = { entryId: null, userId: null, newsId: null, mailingId: null, claimId: null };

/** Renders each kind of mail in each language, of raffles in the state that it is about. */
export async function everyMail(api: TestApi & { readonly database: TestDatabase }): Promise<readonly SampleMail[]> {
  const { site, database } = api;
  const { db, pool } = database;
  const { secret, config } = site;
  const { origin, productName } = config;
  const accounts = { db, secret, origin, productName, sendsMail: false, onError: () => undefined };
  const renderers = mailRenderers(config, accounts, site.chain);
  const samples: SampleMail[] = [];
  const { enterAll, lock } = drawMailsOf(api);
  const { draw } = drawnClaimsOf(api);

  async function sample(kind: string, about: Partial<Mail>, name = kind): Promise<void> {
    for (const language of LANGUAGES) {
      const mail = { ...NOBODY, id: newId(), kind, raffleId: SITE_ID, language, attempts: 1, ...about } as Mail;
      const rendered = await renderers[kind]?.(db, mail);
      if (!rendered) throw new Error(`The mail ${name} says nothing.`);
      samples.push({ name, kind, language, mail: rendered });
    }
  }
  /** Gives a raffle the shop's logo, and has its entrants prove their mailboxes. */
  async function dress(id: string): Promise<void> {
    const webp = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#f5b32e" } })
      .webp()
      .toBuffer();
    await pool.query("insert into raffle_pictures (raffle_id, mark, width, webp) values ($1, 'abcdefghijk', 256, $2)", [
      ...[id, webp],
    ]);
    await pool.query("update raffles set logo = 'abcdefghijk' where id = $1", [id]);
    await pool.query("update entries set confirmed_at = now() where raffle_id = $1", [id]);
  }
  const entryOf = async (raffleId: string, email: string) => {
    const { rows } = await pool.query("select id from entries where raffle_id = $1 and email_key = $2", [
      raffleId,
      email,
    ]);
    return { raffleId, entryId: rows[0].id as string };
  };

  await accountMails();
  const open = await api.createRaffle(SHOP);
  await openMails(open);
  await photoMails();
  await lockedMails(open);
  await drawnMails();
  return samples;

  async function accountMails() {
    const { account } = await registerAccount(site, "nena@example.com");
    await sample("password-reset", { userId: account.userId });
    await sample("email-verification", { userId: account.userId });
    await site.db
      .updateTable("users")
      .set({ newEmail: "nena@papaya.example", formerEmail: "nena@example.com" })
      .where("id", "=", account.userId)
      .execute();
    await sample("email-change", { userId: account.userId });
    await sample("email-change-notice", { userId: account.userId });
    await site.db.updateTable("users").set({ emailVerified: true }).where("id", "=", account.userId).execute();
    await sample("password-changed", { userId: account.userId });
    const admin = await registerAdmin(site, "boss@example.com");
    const draft = await saveDraft(site, admin, null, {
      en: { subject: "Fiesta week", text: "See https://example.com/fiesta\n\nBring friends" },
      ...{ de: {}, fil: {} },
    });
    if (!draft.ok) throw new Error(draft.refusal.reason);
    await sample("news", { newsId: draft.value, userId: admin.userId });
  }

  async function ownerOf(raffle: TestRaffle): Promise<string> {
    const email = `${raffle.codeId.toLowerCase()}@example.com`;
    const { account } = await registerAccount(site, email);
    await pool.query("update users set email_verified = true where email = $1", [email]);
    const owner = { ...account, emailVerified: true };
    await adoptRaffle(site, await organiserScope(site, raffle), owner);
    const proved = await proveOrganiser(
      { ...site, reader: db, address: "192.0.2.1", account: owner },
      { raffle: raffle.id, accessCode: "-", exact: true },
    );
    const scope = proved.ok ? await proveOwner(db, proved.value, owner) : null;
    if (!scope) throw new Error("no owner");
    const by = {
      ...site,
      address: "192.0.2.1",
      solution: "",
      account: owner,
      language: "en",
      sendsMail: true,
    } as const;
    await inviteMember(site, scope, { email: "lola@example.ph", role: "helper" }, by);
    const { rows } = await pool.query("select id, user_id as \"userId\" from mails where kind = 'raffle-invitation'");
    if (rows[0]) await sample("raffle-invitation", rows[0]);
    return account.userId;
  }

  async function openMails(raffle: TestRaffle) {
    const { id: raffleId, codeId } = raffle;
    await enterAll(raffle, ["ana@example.com", "ben@example.com"]);
    const ana = await entryOf(raffleId, "ana@example.com");
    await sample("entry-receipt", ana, "entry-receipt-guarded");
    await dress(raffleId);
    for (const kind of ["entry-receipt", "entry-code", "closing-reminder"]) await sample(kind, ana);
    const contact = (typed: string) =>
      pool.query("update raffles set shop_contact = $2 where id = $1", [raffleId, typed]);
    await contact("luz.bakery@example.com");
    for (const kind of ["entry-receipt", "closing-reminder", "entry-code"])
      await sample(kind, ana, `${kind}-linked-contact`);
    await contact(SHOP.shopContact);
    const id = newId();
    await pool.query(
      `insert into audit_log (scope_id, id, at, actor, action, subject, before) values ($1, $2, now(), 'entrant', 'correct-contact', 'ana', '{"email": "old@example.com"}')`,
      [raffleId, id],
    );
    await sample("contact-changed", { ...ana, id });
    const { rows: codesOfAna } = await pool.query("select entry_code from entries where id = $1", [ana.entryId]);
    const entryCode: string = codesOfAna[0].entry_code;
    for (const what of ["contact", "drops", "deleted"] as const) {
      const former = {
        ...{ raffleId, entryCode },
        ...{ email: "ana@example.com", language: "en" as const },
        isTyped: false,
        isOpened: true,
        isConfirmed: true,
      };
      await pool.query("delete from mails");
      await inTransaction(db, (tx) =>
        queueChangedByOther(tx, secret, former, {
          what,
          by: "organiser",
          reason: what === "deleted" ? "duplicate" : "",
          ...(what === "drops" && { drops: { count: 2, rule: "Buy for ₱500 at once", reason: "Paid back" } }),
        }),
      );
      const { rows } = await pool.query("select id from mails");
      await sample("changed-by-other", { raffleId, id: rows[0].id }, `changed-by-other-${what}`);
    }
    const codes = newId();
    const sealed = sealContent(secret, codes, { email: "luz@example.com", accessCode: "AB12" });
    await inTransaction(db, (tx) =>
      queueMail(tx, { id: codes, kind: "raffle-codes", raffleId, sealed, language: "en" }),
    );
    await sample("raffle-codes", { raffleId, id: codes });
    const headers = asOrganiser(codeId, raffle.accessCode);
    const { rows } = await pool.query("select version from raffles where id = $1", [raffleId]);
    await api.ask("PATCH", `/raffles/${raffleId}`, { version: rows[0].version, reserves: 5 }, headers);
    const { rows: mailings } = await pool.query("select id from draw_mailings where raffle_id = $1", [raffleId]);
    await sample("plan-changed", { ...ana, mailingId: mailings[0].id });
  }

  async function photoMails() {
    const rule = { details: "Buy for ₱500 at once", drops: 2, proof: "photo", maxTimes: 2 };
    const raffle = await api.createRaffle({ ...SHOP, drawRequires: "none", drawWeight: "drops", rules: [rule] });
    await api.enter(raffle, { email: "ana@example.com" });
    const ana = await entryOf(raffle.id, "ana@example.com");
    const id = newId();
    const of = [ana.raffleId, ana.entryId, raffle.rules[0]?.id, id];
    await pool.query(
      `insert into proof_photos (raffle_id, entry_id, rule_id, id, content, mark, looks, uploaded_at, state, decided_at)
       values ($1, $2, $3, $4, '', '', repeat('0', 256)::bit(256), now(), 'refused', now())`,
      of,
    );
    await pool.query(
      `insert into earned_drops (raffle_id, entry_id, rule_id, id, way, drops, source_key, reason, given_by, at)
       values ($1, $2, $3, gen_random_uuid(), 'photo', 0, 'photo ' || $4, 'It cannot be read', 'helper', now())`,
      of,
    );
    await sample("photo-refused", { ...ana, id }, "photo-refused-guarded");
    await dress(raffle.id);
    await sample("photo-refused", { ...ana, id });
  }

  async function lockedMails(raffle: TestRaffle) {
    const { id: raffleId } = raffle;
    const userId = await ownerOf(raffle);
    const endpoint = randomUUID();
    const mailId = newId();
    await pool.query(
      "insert into webhook_endpoints (raffle_id, id, url, kinds, language, with_people, off_mail_id) values ($1, $2, 'https://shop.example/hook', '{entry.created}', 'en', false, $3)",
      [raffleId, endpoint, mailId],
    );
    await sample("webhook-off", { id: mailId, userId });
    await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffleId]);
    const closed = newId();
    await pool.query(
      "insert into closed_mails (raffle_id, due_date, mail_id) select id, due_date, $2 from raffles where id = $1",
      [...[raffleId, closed]],
    );
    await sample("raffle-closed", { id: closed, userId });
    await lock(raffle);
    await sample("list-locked", await entryOf(raffleId, "ana@example.com"));
  }

  async function drawnMails() {
    const raffle = await draw(SHOP);
    const { id: raffleId } = raffle;
    await dress(raffleId);
    const userId = await ownerOf(raffle as unknown as TestRaffle);
    const next = await api.createRaffle({ ...SHOP, name: "Noche Buena basket" });
    await pool.query("insert into raffle_members values ($2, $1, 'owner', now())", [userId, next.id]);
    const [claim] = raffle.claims;
    const winner = { ...(await entryOf(raffleId, claim?.email ?? "")), claimId: claim?.id ?? "" };
    await sample("draw-result", await entryOf(raffleId, raffle.others[0] ?? ""));
    for (const kind of ["prize-won", "claim-reminder"]) await sample(kind, winner);
    await sample("claim-extended", winner);
    await pool.query("update claims set turned_down_at = now(), turned_down_for = 'No ID' where id = $1", [claim?.id]);
    await sample("claim-answered", winner);
    await sample("claim-extended", winner, "claim-extended-turned-down");
    const news = newId();
    await pool.query("insert into claim_news (raffle_id, language, mail_id) values ($1, 'en', $2)", [raffleId, news]);
    await sample("claim-news", { id: news, userId });
    for (const reason of ["withdrew", "disqualified"]) {
      await pool.query("delete from replacement_announcements");
      await pool.query(
        `insert into replacement_announcements (raffle_id, id, prize_code, from_ticket, reason, note, at, due_at)
         select raffle_id, gen_random_uuid(), prize_code, ticket, $2, 'By phone', now(), now() + interval '3 days' from claims where id = $1`,
        [claim?.id, reason],
      );
      await sample("replacement-announced", winner, `replacement-announced-${reason}`);
    }
    await pool.query("update replacement_announcements set ended_at = now(), ended_as = 'taken-back'");
    await sample("replacement-taken-back", winner);
    for (const [to, name, consent] of [
      [null, "prize-replaced-nobody", null],
      [1000, "prize-replaced", null],
      [1000, "prize-replaced-given-back", "given"],
    ]) {
      await pool.query("delete from draw_replacements");
      await pool.query(
        `insert into draw_replacements (raffle_id, number, prize_code, from_ticket, to_ticket, reason, note, at, consent)
         select raffle_id, 1, prize_code, ticket, $2, 'unclaimed', '', now(), $3 from claims where id = $1`,
        [claim?.id, to, consent],
      );
      await sample("prize-replaced", winner, String(name));
    }
  }
}
