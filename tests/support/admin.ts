import type { AccountScope, AdminScope } from "#src/access/scope.ts";
import { adminOf, grantAdmin } from "#src/access/users.ts";
import type { Site } from "#src/api/site.ts";

/** Registers an account on a test site and makes it an admin's. */
export async function registerAdmin({ accounts, db, clock }: Site, email: string): Promise<AdminScope> {
  const password = "mango street at noon";
  const typed = { username: "Boss", email, password, repeated: password, anyway: false };
  const made = await accounts.register({ cookie: undefined, address: "192.0.2.1", language: "en" }, typed);
  if (!made.ok) throw new Error(made.refusal.reason);
  await grantAdmin({ db, clock }, email);
  const cookie = made.value.map((one) => one.split(";")[0]).join("; ");
  const { account } = await accounts.recognise({ cookie, address: "192.0.2.1" });
  const admin = adminOf(account as AccountScope);
  if (!admin) throw new Error(`${email} is no admin's.`);
  return admin;
}
