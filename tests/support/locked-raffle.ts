import type pg from "pg";
import { asOrganiser, entryBody, raffleBody, type TestRaffle } from "./api.ts";
import type { Asks } from "./ask-site.ts";

/** A raffle whose list is locked. */
export type LockedRaffle = {
  readonly id: string;
  readonly codeId: string;
  readonly accessCode: string;
  readonly round: number;
};

type LockedRaffleOptions = {
  /** How many people enter by the API. */
  readonly entries?: number;
  /** How many more are written into the table, where there have to be many. */
  readonly enterAlso?: number;
};

/**
 * Creates a raffle without rules, lets people enter, and locks its list. The due date is set back in the database.
 */
export async function lockRaffle(
  ask: Asks,
  client: Pick<pg.Pool, "query">,
  { entries = 5, enterAlso = 0, ...changes }: LockedRaffleOptions & Record<string, unknown> = {},
): Promise<LockedRaffle> {
  const created = await ask("POST", "/raffles", raffleBody({ drawRequires: "none", rules: [], ...changes }));
  const { id, codeId, accessCode } = created.body as TestRaffle;
  for (let i = 0; i < entries; i += 1) {
    const entered = await ask("POST", `/raffles/${id}/entries`, entryBody());
    if (entered.status !== 201) throw new Error(JSON.stringify(entered));
  }
  await client.query(MORE_ENTRIES, [id, enterAlso]);
  await client.query("update raffles set due_date = now() - interval '1 second' where id = $1", [id]);
  const locked = await ask("POST", `/raffles/${id}/draw/lock`, undefined, asOrganiser(codeId, accessCode));
  if (locked.status !== 201) throw new Error(JSON.stringify(locked));
  const { rows } = await client.query("select round from draw_locks where raffle_id = $1", [id]);
  return { id, codeId, accessCode, round: Number(rows[0].round) };
}

/** Sets a raffle's round back, so that its randomness is asked for from now on. */
export async function letRoundCome({ id }: LockedRaffle, client: Pick<pg.Pool, "query">): Promise<void> {
  await client.query("update draw_locks set round_at = now() - interval '1 second' where raffle_id = $1", [id]);
}

const MORE_ENTRIES = `
  insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
    terms_accepted_at, submission_hash, network_hash, created_at)
  select $1, gen_random_uuid(), translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHIJKLMNOP'), 'A', 'B', 'C',
    '+63917' || lpad(n::text, 7, '0'), '+63917' || lpad(n::text, 7, '0'), n || '@example.com', n || '@example.com',
    now(), sha256(n::text::bytea), '\\x0000000000000000', now() from generate_series(1, $2::int) as n`;
