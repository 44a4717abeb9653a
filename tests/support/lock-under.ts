import { canonicalJson } from "#src/base/canonical-json.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { siteKeyPair } from "#src/draws/lock/site-key.ts";
import { signObject } from "#src/draws/protocol/format/signature.ts";
import type { Lock } from "#src/draws/protocol/lock.ts";
import { type Plan, PROTOCOL_1, PROTOCOL_2, type Protocol } from "#src/draws/protocol/plan.ts";
import { BASIS } from "./draws.ts";

/** What asks a database. */
type Asked = { query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }> };

/**
 * Gives a raffle that is locked and waits for its draw a lock of this version of the protocol, of the same list and
 * round, whatever the site makes today.
 *
 * @param secret the site's; left out for a site whose signature no test reads
 */
export async function lockUnder(protocol: Protocol, pool: Asked, raffleId: string, secret?: Uint8Array): Promise<void> {
  const { rows } = await pool.query("select lock from draw_locks where raffle_id = $1", [raffleId]);
  const made = JSON.parse((rows as readonly { lock: string }[])[0]?.lock ?? "") as Lock;
  if (made.plan.protocol === protocol) return;
  const lock = protocol === PROTOCOL_2 ? secondOf(made) : firstOf(made);
  await pool.query("update draw_locks set lock = $2, lock_hash = $3 where raffle_id = $1", [
    ...[raffleId, canonicalJson(lock), Buffer.from(hashOf(lock), "hex")],
  ]);
  if (!secret) return;
  const signature = Buffer.from(signObject(lock, siteKeyPair(secret).secretKey), "hex");
  await pool.query("update draw_locks set signature = $2 where raffle_id = $1", [raffleId, signature]);
}

function secondOf(lock: Lock): Lock {
  const prizes = lock.plan.prizes.map((prize) => ({ ...prize, odds: { chances: 1, of: 1 } }));
  const plan: Plan = { ...lock.plan, protocol: PROTOCOL_2, closes: lock.plan.drawDate, pauseDays: 0, prizes };
  return { ...lock, ...BASIS, plan };
}

function firstOf({ checkpoint: _, pausedBy: __, ...lock }: Lock): Lock {
  const { closes: ___, pauseDays: ____, ...plan } = lock.plan;
  const prizes = plan.prizes.map(({ odds: _____, ...prize }) => prize);
  return { ...lock, plan: { ...plan, protocol: PROTOCOL_1, prizes } };
}
