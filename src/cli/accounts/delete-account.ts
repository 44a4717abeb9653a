import { deleteAccountOf } from "#src/accounts/own-account/delete-account.ts";
import { readConfig } from "#src/config/config.ts";
import { type Command, fail } from "../command.ts";
import { besideSite } from "../database.ts";

/** For somebody who asked the operator, because they cannot log in any more. */
export const deleteAccountCommand: Command = {
  summary: "delete the account of an address, whose holder asked for it",
  argument: "EMAIL",
  async run(env, email) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    return besideSite(config.value, async (db) => {
      const deleted = await deleteAccountOf(db, email);
      if (deleted.ok) {
        console.log(`The account of ${email} is deleted. Its raffles and events stay.`);
        return 0;
      }
      const { refusal } = deleted;
      switch (refusal.reason) {
        case "user-not-found":
          return fail(`There is no account of ${email}.`);
        case "admin-stays":
          return fail(`${email} is an admin. Another admin makes it a user first, on the page of users.`);
        case "only-admin":
          return fail(
            `${email} is the only admin. Make a second one first: tambiolo grant-admin EMAIL. That admin makes ${email} a user, on the page of users.`,
          );
        case "owner-needed":
          return fail(
            `${email} is the only owner of ${refusal.raffles.join(", ")}: raffles with entries, or that can still get some. Give them another owner first.`,
          );
      }
    });
  },
};
