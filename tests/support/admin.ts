import type { AccountScope, AdminScope } from "#src/access/scope.ts";
import type { Accounts } from "#src/accounts/accounts.ts";
import { adminOf, grantAdmin } from "#src/accounts/users.ts";
import type { Site } from "#src/http/site.ts";
import { appCode } from "./authenticator.ts";

/** Registers an account on a test site and makes it an admin. */
export async function registerAdmin({ accounts, db, clock }: Site, email: string): Promise<AdminScope> {
  const password = "mango street at noon";
  const typed = { username: "Boss", email, password, repeated: password, anyway: false };
  const made = await accounts.register({ cookie: undefined, address: "192.0.2.1", language: "en" }, typed);
  if (!made.ok) throw new Error(made.refusal.reason);
  await grantAdmin({ db, clock }, email, { sendsMail: false, vouched: true });
  const cookie = made.value.map((one) => one.split(";")[0]).join("; ");
  return adminWithCode(accounts, cookie, password);
}

/** Sets up the second factor that an admin needs, for a signed-in browser. */
export async function adminWithCode(accounts: Accounts, cookie: string, password: string): Promise<AdminScope> {
  const browser = { cookie, address: "192.0.2.1" };
  const account = (await accounts.recognise(browser)).account as AccountScope;
  const begun = await accounts.beginSecondFactor(account, { password, address: browser.address });
  if (!begun.ok) throw new Error(begun.refusal.reason);
  await accounts.confirmSecondFactor(account, await appCode(begun.value.typed));
  const admin = adminOf((await accounts.recognise(browser)).account as AccountScope);
  if (!admin) throw new Error(`${account.email} is no admin's.`);
  return admin;
}
