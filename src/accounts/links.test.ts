import { describe, expect, it, vi } from "vitest";
import { TOKEN_PERMISSIONS } from "#src/access/scope.ts";
import { makeToken } from "#src/access/tokens/tokens.ts";
import { systemClock } from "#src/base/clock.ts";
import type { Language } from "#src/i18n/languages.ts";
import { NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { NO_LIMITS } from "#src/rate-limits/strangers-limits.ts";
import { guest, NEXT, openAccountMails, PASSWORD, tokenIn, typed } from "../../tests/support/account-mails.ts";
import { appCode } from "../../tests/support/authenticator.ts";
import { createAccounts } from "./accounts.ts";
import { createSignInAttempts } from "./sign-in-attempts.ts";

// A hash takes a second on a busy machine, and each test needs several.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { database, options, open, accounts, register, received, signsIn } = await openAccountMails();

/** Registers a person who has asked for a new password and got the mail. */
async function forgetful() {
  const { email, browser } = await register();
  await accounts.get().askForReset(guest(), email.toUpperCase());
  const mail = (await received(email)).find(({ subject }) => subject === "Choose a new password");
  return { email, browser, token: tokenIn(mail, "reset-password") };
}

describe("a forgotten password", () => {
  it("is replaced by a link in a mail, which ends all sessions and shows that the address is its holder's", async () => {
    const { email, browser, token } = await forgetful();
    const site = accounts.get();
    expect(await site.isResetOpen(token)).toBe(true);
    expect(await site.resetPassword(token, typed(NEXT))).toEqual({ ok: true });
    expect((await site.recognise(browser)).account).toBeNull();
    expect(await signsIn(email, PASSWORD)).toBe(false);
    expect(await signsIn(email, NEXT)).toBe(true);
    expect(await database.db.selectFrom("users").select("emailVerified").execute()).toEqual([{ emailVerified: true }]);
  });

  it("is replaced once, also when the link is used twice at the same time", async () => {
    const { token } = await forgetful();
    const site = accounts.get();
    const both = await Promise.all([site.resetPassword(token, typed(NEXT)), site.resetPassword(token, typed(NEXT))]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual({ ok: false, refusal: { reason: "link-invalid" } });
    expect(await site.isResetOpen(token)).toBe(false);
  });

  it("is replaced by one of several links, and the others end, as they do when the password is changed", async () => {
    const first = await forgetful();
    const site = accounts.get();
    await site.askForReset(guest(), first.email);
    const second = tokenIn((await received(first.email)).at(-1), "reset-password");
    expect(second).not.toBe(first.token);
    expect(await site.resetPassword(second, typed(NEXT))).toEqual({ ok: true });
    expect(await site.isResetOpen(first.token)).toBe(false);

    const { browser, token } = await forgetful();
    const { account } = await site.recognise(browser);
    if (!account) throw new Error("nobody is signed in");
    await site.changePassword(browser, account, { ...typed(NEXT), current: PASSWORD });
    expect(await site.isResetOpen(token)).toBe(false);
  });

  it.each([
    ["ends what a stranger made before the mailbox was proved", false, 0],
    ["ends neither token nor second factor of who had proved it before", true, 1],
  ])("%s", async (_, emailVerified, left) => {
    const { email, browser, token } = await forgetful();
    const site = accounts.get();
    const { account } = await site.recognise(browser);
    if (!account) throw new Error("nobody is signed in");
    const deps = { db: database.db, clock: systemClock };
    await makeToken(deps, account, { name: "Till", permissions: TOKEN_PERMISSIONS, raffles: null, days: "7" });
    const begun = await site.beginSecondFactor(account, { password: PASSWORD, address: "192.0.2.7" });
    if (!begun.ok) throw new Error(begun.refusal.reason);
    await site.confirmSecondFactor(account, await appCode(begun.value.typed));
    await database.db.updateTable("users").set({ emailVerified }).where("email", "=", email).execute();

    expect(await site.resetPassword(token, typed("papaya street, 77 lanterns at noon"))).toEqual({ ok: true });
    for (const table of ["apiTokens", "userSecondFactors"] as const) {
      expect(await database.db.selectFrom(table).select("userId").execute()).toHaveLength(left);
    }
  });

  it("is replaced within an hour", async () => {
    const { token } = await forgetful();
    const { expiresAt } = await database.db
      .selectFrom("userVerifications")
      .select("expiresAt")
      .executeTakeFirstOrThrow();
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(3_500_000);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
    await database.db
      .updateTable("userVerifications")
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute();
    expect(await accounts.get().isResetOpen(token)).toBe(false);
    expect(await accounts.get().resetPassword(token, typed(NEXT))).toMatchObject({
      refusal: { reason: "link-invalid" },
    });
  });

  it.each(["", "invented", "abcdefghijklmnopqrstuvwx", "a\0b".repeat(8), "x".repeat(65), "' or 1=1 --"])(
    "is not replaced by an invented token (%j)",
    async (token) => {
      await forgetful();
      expect(await accounts.get().isResetOpen(token)).toBe(false);
      expect(await accounts.get().resetPassword(token, typed(NEXT))).toMatchObject({
        refusal: { reason: "link-invalid" },
      });
    },
  );

  it("is replaced by one that is long enough, typed twice, and not easily guessed unless its owner insists", async () => {
    const { email, token } = await forgetful();
    const site = accounts.get();
    const refusal = async (reset: Parameters<typeof site.resetPassword>[1]) => site.resetPassword(token, reset);
    expect(await refusal(typed(""))).toMatchObject({ refusal: { reason: "fields-missing" } });
    expect(await refusal({ ...typed(NEXT), repeated: PASSWORD })).toMatchObject({
      refusal: { reason: "invalid-fields", fields: { repeated: [{ key: "passwordsDiffer" }] } },
    });
    expect(await refusal(typed(email))).toMatchObject({ refusal: { reason: "common-password" } });
    expect(await refusal(typed(email, true))).toEqual({ ok: true });
  });

  it("of an unknown address is answered the same, and nothing is sent", async () => {
    const site = accounts.get();
    await register("en", open({ sendsMail: false }));
    expect(await site.askForReset(guest(), "nobody@example.com")).toEqual({ ok: true });
    expect(await database.db.selectFrom("mails").select("id").execute()).toEqual([]);
    expect(await site.askForReset(guest(), "not an address")).toMatchObject({ refusal: { reason: "invalid-fields" } });
  });

  it("of somebody who is banned is not replaced", async () => {
    const { email } = await register("en", open({ sendsMail: false }));
    await database.db.updateTable("users").set({ banned: true }).execute();
    expect(await accounts.get().askForReset(guest(), email)).toEqual({ ok: true });
    expect(await received(email)).toEqual([]);
    expect(await database.db.selectFrom("mails").select("state").execute()).toEqual([{ state: "dropped" }]);
  });

  it("is mailed five times a day, then once in half an hour: the link before it still works, also at once", async () => {
    const { email } = await register("en", open({ sendsMail: false }));
    const site = accounts.get();
    const mailsAfter = async (times: number) => {
      await Promise.all(Array.from({ length: times }, () => site.askForReset(guest(), email)));
      return (await database.db.selectFrom("mails").select("id").execute()).length;
    };
    expect(await mailsAfter(12)).toBe(5);
    await database.pool.query("update mails set created_at = created_at - interval '31 minutes'");
    expect(await mailsAfter(3)).toBe(6);
    // No link works that was used, closed by a new password, or not taken by a mail server.
    for (const [state, mails] of Object.entries({ sent: 7, failed: 8 })) {
      await database.pool.query("update mails set state = $1", [state]);
      expect(await mailsAfter(1)).toBe(mails);
    }
  });

  it("is asked for as often by somebody unknown", async () => {
    const site = open({ limited: true });
    const answers = await Promise.all(Array.from({ length: 7 }, () => site.askForReset(guest(), "no@example.com")));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
  });

  it("leaves neither the token nor the address in the outbox, and of the token only a hash elsewhere", async () => {
    const { email, token } = await forgetful();
    const outbox = JSON.stringify(await database.db.selectFrom("mails").selectAll().execute());
    expect(outbox).toContain("password-reset");
    expect(outbox).not.toContain(token);
    expect(outbox).not.toContain(email);
    const stored = JSON.stringify(await database.db.selectFrom("userVerifications").selectAll().execute());
    expect(stored).not.toContain(token);
  });
});

describe("an address", () => {
  it("is verified by the link in the mail that comes after registering, in the language of the page", async () => {
    const { email, browser } = await register("de");
    const [mail] = await received(email);
    expect(mail?.subject).toBe("Bestätige deine E-Mail-Adresse");
    expect(mail?.html).toContain('<html lang="de">');
    // The mail may go to a stranger's address, so it contains nothing typed.
    expect(mail?.text).not.toContain("Nena");
    const site = accounts.get();
    expect((await site.recognise(browser)).account?.emailVerified).toBe(false);
    const token = tokenIn(mail, "verify-email");
    expect(await site.verifyEmail(token)).toEqual({ ok: true });
    expect((await site.recognise(browser)).account?.emailVerified).toBe(true);
    expect(await site.verifyEmail(token)).toEqual({ ok: true });
    expect(JSON.stringify(await database.db.selectFrom("mails").selectAll().execute())).not.toContain(token);
  });

  it("is not verified by a link of another site, or one that is too old, or of an account that is gone", async () => {
    const { email } = await register();
    const token = tokenIn((await received(email))[0], "verify-email");
    const site = accounts.get();
    const other = createAccounts(
      { ...options(), secret: Buffer.alloc(32, 8) },
      createSignInAttempts(NO_ATTEMPT_COUNTER, NO_LIMITS),
    );
    for (const invented of ["", "a.b.c", "\0.\0.\0", `${token}x`]) {
      expect(await site.verifyEmail(invented)).toMatchObject({ refusal: { reason: "link-invalid" } });
    }
    expect(await other.verifyEmail(token)).toMatchObject({ refusal: { reason: "link-invalid" } });
    const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { exp: number };
    expect(exp * 1000 - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
    await database.db.deleteFrom("users").execute();
    expect(await site.verifyEmail(token)).toMatchObject({ refusal: { reason: "link-invalid" } });
  });

  it("gets the mail once more for its holder, a few times, until it is verified", async () => {
    const { email, browser } = await register();
    const site = open({ limited: true });
    const ask = async () => {
      const { account } = await site.recognise(browser);
      if (!account) throw new Error("nobody is signed in");
      return site.askForVerification(guest(), account);
    };
    expect(await ask()).toEqual({ ok: true });
    const mails = await received(email);
    expect(mails).toHaveLength(2);
    for (const left of [true, true, false]) expect((await ask()).ok).toBe(left);
    await site.verifyEmail(tokenIn(mails[1], "verify-email"));
    expect(await ask()).toEqual({ ok: true });
    // The two queued mails are not sent, because the address is verified by now.
    expect(await received(email)).toHaveLength(2);
  });

  it("gets no mail without an account, and no account without its mail", async () => {
    const { email } = await register();
    await expect(accounts.get().register(guest(), { username: "Twin", email, ...typed(PASSWORD) })).resolves.toEqual({
      ok: false,
      refusal: expect.objectContaining({ reason: "email-in-use" }),
    });
    expect(await database.db.selectFrom("mails").select("kind").execute()).toEqual([{ kind: "email-verification" }]);
    // The outbox refuses this language, so the account must not be stored either.
    await expect(register("xx" as Language)).rejects.toThrow(/mails_language_known/);
    expect(await database.db.selectFrom("users").select("email").execute()).toEqual([{ email }]);
    await register("en", open({ sendsMail: false }));
    expect(await database.db.selectFrom("mails").select("kind").execute()).toHaveLength(1);
  });
});
