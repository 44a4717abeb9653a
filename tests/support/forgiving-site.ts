import { setTimeout as delay } from "node:timers/promises";
import { ACCESS_CODES } from "#src/access/codes/access-code-attempts.ts";
import { ENTRY_CODES } from "#src/access/codes/entry-code-attempts.ts";
import { PASSWORDS } from "#src/accounts/sign-in-attempts.ts";
import { loadSecret } from "#src/config/secret.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { CREATE_EVENT } from "#src/events/action-limits.ts";
import { CREATE_RAFFLE, EDIT_PICTURE } from "#src/raffles/action-limits.ts";
import { counterKeys } from "#src/rate-limits/attempt-counter.ts";
import { kindOf } from "#src/rate-limits/strangers-limits.ts";
import { openSiteDatabase } from "./site-database.ts";

const FORGIVE_EVERY_MS = 300;

/** What the tests of one run do more often than a whole site may in the hours that its limits count. */
const FORGIVEN = [ENTRY_CODES, ACCESS_CODES, PASSWORDS, CREATE_RAFFLE, CREATE_EVENT, EDIT_PICTURE];

/**
 * Keeps deleting a site's global counts, which one run's tests would exceed. Counts per network stay: each test comes
 * from an address of its own.
 *
 * @returns a function that stops it
 */
export async function keepForgiving(dataDir: string): Promise<() => Promise<void>> {
  const opened = await openSiteDatabase(dataDir);
  const secret = await loadSecret({ secret: undefined, dataDir });
  if (!secret.ok) throw new Error("The site's database cannot be reached.");
  const { db, close } = connectDatabase(opened);
  const keyOf = counterKeys(secret.value);
  const keys = FORGIVEN.map((policy) => Buffer.from(keyOf(kindOf(policy, "site"), ""), "hex"));
  const over = new AbortController();
  const forgiving = (async () => {
    while (!over.signal.aborted) {
      // On a busy machine one try may fail. The next one repeats it.
      await db
        .deleteFrom("guessTallies")
        .where("key", "in", keys)
        .execute()
        .catch(() => undefined);
      await delay(FORGIVE_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    over.abort();
    await forgiving;
    await close();
    await opened.stop();
  };
}
