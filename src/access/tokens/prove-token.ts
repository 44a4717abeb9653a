import { type Clock, HOUR_MS } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy, StrangersLimits } from "#src/rate-limits/strangers-limits.ts";
import type { Prover } from "../codes/entry-code-attempts.ts";
import { actorOf } from "../organiser.ts";
import { mintTokenScope, TOKEN_PERMISSIONS, type TokenScope } from "../scope.ts";
import { hashToken } from "../secret-token.ts";
import { TOKEN_FORM } from "./tokens.ts";

/** As for access codes. A right token is not counted, so that neighbours with wrong ones stop no program. */
const TOKENS = {
  action: "API token",
  network: { free: 10, windowMs: HOUR_MS, doublesAfter: 10 },
  site: { free: 200, windowMs: HOUR_MS, doublesAfter: 200 },
} as const satisfies ActionPolicy;

/** A program that asks all day costs one write a minute. */
const USE_NOTED_MS = 60_000;

const INVALID = refuse({ reason: "token-invalid" } as const);

type Deps = Prover & {
  readonly db: Database;
  readonly clock: Clock;
  readonly limits: Pick<StrangersLimits, "attempt">;
};

/**
 * Proves an API token, and notes its use. It is looked up each time: from its revocation, its end, or a ban of its
 * account on it proves nothing. Refuses with `token-invalid`, and after many wrong ones with `challenge-required`.
 */
export async function proveToken(
  { db, clock, limits, address, solution }: Deps,
  token: string,
): Promise<Outcome<TokenScope, Refusal<"token-invalid"> | ChallengeRefusal>> {
  const now = clock();
  const found = TOKEN_FORM.test(token)
    ? await db
        .selectFrom("apiTokens")
        .innerJoin("users", "users.id", "userId")
        .select([
          "apiTokens.id",
          "userId",
          "name",
          "deeds as permissions",
          "raffleIds",
          "lastUsedAt",
          "username",
          "email",
        ])
        .where("tokenHash", "=", hashToken(token))
        .where("expiresAt", ">", now)
        .where("banned", "=", false)
        .executeTakeFirst()
    : undefined;
  if (!found) {
    const proof = { prove: async () => INVALID, failures: ["token-invalid"], reportWait: () => INVALID };
    return limits.attempt({ policy: TOKENS, address }, solution, proof);
  }
  const { id, lastUsedAt, userId, raffleIds } = found;
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > USE_NOTED_MS) {
    await db.updateTable("apiTokens").set({ lastUsedAt: now }).where("id", "=", id).execute();
  }
  const permissions = TOKEN_PERMISSIONS.filter((permission) => found.permissions.includes(permission));
  return accept(mintTokenScope({ id, userId, actor: `${actorOf(found)} · ${found.name}`, permissions, raffleIds }));
}
