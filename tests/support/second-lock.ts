import type pg from "pg";
import { canonicalJson } from "#src/base/canonical-json.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { siteKeyPair } from "#src/draws/lock/site-key.ts";
import { signObject } from "#src/draws/protocol/format/signature.ts";
import type { Lock } from "#src/draws/protocol/lock.ts";
import { type Plan, PROTOCOL_2 } from "#src/draws/protocol/plan.ts";
import { BASIS } from "./draws.ts";

/** Gives a raffle that is locked and waits for its draw a lock of tambiolo-draw/2, of the same list and round. */
export async function lockBySecond(pool: Pick<pg.Pool, "query">, secret: Uint8Array, raffleId: string): Promise<void> {
  const { rows } = await pool.query<{ lock: string }>("select lock from draw_locks where raffle_id = $1", [raffleId]);
  const first = JSON.parse(rows[0]?.lock ?? "") as Lock;
  if (first.plan.protocol === PROTOCOL_2) return;
  const prizes = first.plan.prizes.map((prize) => ({ ...prize, odds: { chances: 1, of: 1 } }));
  const plan: Plan = { ...first.plan, protocol: PROTOCOL_2, closes: first.plan.drawDate, pauseDays: 0, prizes };
  const lock: Lock = { ...first, ...BASIS, plan };
  await pool.query("update draw_locks set lock = $2, lock_hash = $3, signature = $4 where raffle_id = $1", [
    raffleId,
    canonicalJson(lock),
    Buffer.from(hashOf(lock), "hex"),
    Buffer.from(signObject(lock, siteKeyPair(secret).secretKey), "hex"),
  ]);
}
