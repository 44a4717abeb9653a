import { grantAdmin } from "#src/access/users.ts";
import { systemClock } from "#src/base/clock.ts";
import { readConfig } from "#src/config/config.ts";
import { type Command, fail } from "./command.ts";
import { besideSite } from "./database.ts";

/** Makes somebody an admin who has registered, whether the site is running or not: the first admin comes about so. */
export const grantAdminCommand: Command = {
  summary: "make the account of an address an admin (npm run grant-admin -- EMAIL)",
  argument: "EMAIL",
  async run(env, email) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    return besideSite(config.value, async (db) => {
      const granted = await grantAdmin({ db, clock: systemClock }, email);
      if (!granted.ok) return fail(`There is no account of ${email}: register it at ${config.value.origin}/register.`);
      console.log(granted.value.changed ? `${email} is an admin now.` : `${email} is an admin already.`);
      return 0;
    });
  },
};
