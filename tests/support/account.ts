import type { AccountScope } from "#src/access/scope.ts";
import type { TestApi } from "./api.ts";

/** The password of every test account. */
export const PASSWORD = "mango street at noon";

/** Registers an account named Nena. Returns its session's cookie, and its proof. */
export async function registerAccount(
  { accounts }: TestApi["site"],
  email: string,
): Promise<{ cookie: string; account: AccountScope }> {
  const address = "192.0.2.1";
  const typed = { username: "Nena", email, password: PASSWORD, repeated: PASSWORD, anyway: false };
  const made = await accounts.register({ cookie: undefined, address, language: "en" }, typed);
  const cookie = (made.ok ? made.value : []).map((one) => one.split(";")[0]).join("; ");
  const { account } = await accounts.recognise({ cookie, address });
  if (!account) throw new Error(made.ok ? "no session" : made.refusal.reason);
  return { cookie, account };
}
