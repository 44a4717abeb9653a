import { type Granted, grantAdmin } from "#src/accounts/users.ts";
import { systemClock } from "#src/base/clock.ts";
import { type Config, readConfig } from "#src/config/config.ts";
import { type Command, fail } from "../command.ts";
import { besideSite } from "../database.ts";

/** Makes a registered user an admin, whether the site is running or not. It is the only way to the first admin. */
export const grantAdminCommand: Command = {
  summary: "make the account of an address an admin (npm run grant-admin -- EMAIL)",
  argument: "EMAIL",
  flag: "--unverified",
  async run(env, email, vouched) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const { origin, smtp, timeZone } = config.value;
    return besideSite(config.value, async (db) => {
      const knowing = { sendsMail: smtp !== undefined, vouched };
      const granted = await grantAdmin({ db, clock: systemClock }, email, knowing);
      if (granted.ok) {
        console.log(`${email} is an admin ${granted.value.changed ? "now" : "already"}.`);
        console.log(`The account: ${accountLine(granted.value, timeZone)}.`);
        return 0;
      }
      const { refusal } = granted;
      if (refusal.reason === "user-not-found") {
        return fail(`There is no account of ${email}: register it at ${origin}/register.`);
      }
      const account = accountLine({ ...refusal, emailVerified: false }, timeZone);
      return refusal.reason === "email-unverified"
        ? fail(
            `${email} is not verified, so anybody may have registered it (${account}). Its holder opens the link in the mail; ${origin}/profile sends it again.`,
          )
        : fail(
            `${email} is not verified, and without a mail server it cannot be (${account}). If that account is the one you mean: npm run grant-admin -- ${email} --unverified`,
          );
    });
  },
};

/** Describes an account. Its date shows an operator whether another person may have registered it first. */
function accountLine(
  { username, emailVerified, createdAt }: Pick<Granted, "username" | "emailVerified" | "createdAt">,
  timeZone: Config["timeZone"],
): string {
  const made = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long", timeZone }).format(createdAt);
  return `user name ${JSON.stringify(username)}, registered ${made}, ${emailVerified ? "verified" : "not verified"}`;
}
