import type { TestApi, TestRaffle } from "./api.ts";
import { asOrganiser } from "./api.ts";

type Query = { query(text: string, values: unknown[]): Promise<unknown> };

/** Writes a result for a locked raffle, as a draw would: these tickets win, in the order of the draw. */
export async function storeResult(pool: Query, raffleId: string, winners: Readonly<Record<string, number[]>>) {
  const results = Object.entries(winners).map(([prizeCode, tickets]) => ({
    ...{ prizeCode, pool: "everyone", eligible: 9, winners: tickets, reserves: [] },
  }));
  const [signature, seed] = [Buffer.alloc(48, 1), Buffer.alloc(32, 2)];
  await pool.query("insert into draw_results (raffle_id, beacon_signature, seed, results) values ($1, $2, $3, $4)", [
    ...[raffleId, signature, seed, JSON.stringify(results)],
  ]);
  await pool.query("update raffles set drawn_at = now() where id = $1", [raffleId]);
}

/** A raffle with two prizes and three entries whose list is locked. Its prizes are drawn in the order QUESO, HAM. */
export async function lockedRaffle(api: TestApi, pool: Query): Promise<TestRaffle> {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  for (const [firstName, lastName] of NAMES) await api.enter(raffle, { firstName, lastName });
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  const locked = await api.send("POST", `/raffles/${raffle.id}/draw/lock`, undefined, headers);
  if (locked.status !== 201) throw new Error(await locked.text());
  return raffle;
}

/** Who enters, in the order of the tickets. */
export const NAMES = [
  ["Maria", "Peña"],
  ["Jose", "Dizon"],
  ["Ana", "Cruz"],
] as const;
