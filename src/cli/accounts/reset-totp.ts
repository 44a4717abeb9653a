import { resetSecondFactor } from "#src/accounts/users.ts";
import { systemClock } from "#src/base/clock.ts";
import { readConfig } from "#src/config/config.ts";
import { type Command, fail } from "../command.ts";
import { besideSite } from "../database.ts";

/** For a user who has lost the phone and the backup codes: the password suffices until they set up a new factor. */
export const resetTotpCommand: Command = {
  summary: "take the second factor from an account whose phone is lost",
  argument: "EMAIL",
  async run(env, email) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    return besideSite(config.value, async (db) => {
      const reset = await resetSecondFactor({ db, clock: systemClock }, email);
      if (!reset.ok) {
        return fail(
          reset.refusal.reason === "user-not-found"
            ? `There is no account of ${email}.`
            : `${email} has no second factor: nothing was changed.`,
        );
      }
      console.log(`${email} has no second factor now, and is logged out everywhere.`);
      return 0;
    });
  },
};
