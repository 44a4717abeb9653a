import { sql } from "kysely";
import { expect, it } from "vitest";
import { guest, NEXT, openAccountMails, PASSWORD, tokenIn, typed } from "../../tests/support/account-mails.ts";

const { database, accounts, register, received } = await openAccountMails();

const NOTICE = { de: "Das Passwort deines Kontos wurde geändert", en: "The password of your account was changed" };

/** The notices that arrived at an address. */
const notices = async (email: string, language: keyof typeof NOTICE) =>
  (await received(email)).filter(({ subject }) => subject === NOTICE[language]);

it("a password changed in the profile is notified to the proved address, and to no other", async () => {
  const site = accounts.get();
  const { email, browser } = await register("de");
  const change = async (current: string, password: string) => {
    const { account } = await site.recognise(browser);
    if (!account) throw new Error("nobody is signed in");
    const changed = await site.changePassword(browser, account, { ...typed(password), current });
    if (changed.ok) browser.cookie = changed.value.map((cookie) => cookie.split(";")[0]).join("; ");
    return changed.ok;
  };
  expect(await change(PASSWORD, NEXT)).toBe(true);
  expect(await notices(email, "de")).toEqual([]);

  await database.db.updateTable("users").set({ emailVerified: true }).where("email", "=", email).execute();
  expect(await change(PASSWORD, "guava street at noon")).toBe(false);
  expect(await notices(email, "de")).toEqual([]);
  expect(await change(NEXT, PASSWORD)).toBe(true);
  const [notice, ...others] = await notices(email, "de");
  expect(others).toEqual([]);
  expect(notice?.text).toContain("https://raffles.example.com/forgot-password");
  expect(notice?.text).not.toContain("token");
});

it("a password set by a mail's link is notified too, once", async () => {
  const site = accounts.get();
  const { email } = await register();
  await site.askForReset(guest(), email);
  const token = tokenIn((await received(email)).at(-1), "reset-password");
  await Promise.all([site.resetPassword(token, typed(NEXT)), site.resetPassword(token, typed(NEXT))]);
  expect(await notices(email, "en")).toHaveLength(1);
});

it("a password is stored with what follows it, or not at all", async () => {
  const site = accounts.get();
  const { email, browser } = await register();
  await site.askForReset(guest(), email);
  const token = tokenIn((await received(email)).at(-1), "reset-password");
  await database.db.updateTable("users").set({ emailVerified: true }).where("email", "=", email).execute();
  const { account } = await site.recognise(browser);
  if (!account) throw new Error("nobody is signed in");

  await sql`
    create function refuse_notice() returns trigger language plpgsql as $$ begin raise 'no notice'; end $$
  `.execute(database.db);
  await sql`
    create trigger refuse_notice before insert on mails for each row when (new.kind = 'password-changed')
    execute function refuse_notice()
  `.execute(database.db);
  await expect(site.resetPassword(token, typed(NEXT))).rejects.toThrow("no notice");
  await expect(site.changePassword(browser, account, { ...typed(NEXT), current: PASSWORD })).rejects.toThrow();
  await sql`drop trigger refuse_notice on mails`.execute(database.db);

  expect((await site.recognise(browser)).account).not.toBeNull();
  expect(await site.signIn(guest(), { email, password: NEXT })).toMatchObject({ ok: false });
  expect(await site.resetPassword(token, typed(NEXT))).toEqual({ ok: true });
  expect(await site.signIn(guest(), { email, password: NEXT })).toMatchObject({ ok: true });
});
