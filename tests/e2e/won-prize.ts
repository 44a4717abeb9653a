import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";
import { connectDatabase } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { addHolders } from "#src/draws/add-holders.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { storeResult } from "../support/shown-draw.ts";
import { openSiteDatabase } from "../support/site-database.ts";
import { ownAddress } from "./own-address.ts";
import { createRaffle } from "./test-raffle.ts";

/** A prize that somebody won. */
export type WonPrize = {
  readonly id: string;
  readonly codeId: string;
  readonly accessCode: string;
  readonly entryCode: string;
  readonly email: string;
  /** Asks the database of the site. */
  ask(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Closes the connection to the database. */
  close(): Promise<void>;
};

/**
 * Creates a raffle with one entry, which wins the ham, and the cheese too if it is asked for.
 *
 * @param dataDir of the site that `request` asks, unless it is that of the whole run
 */
export async function winPrize(request: APIRequestContext, prizes = ["HAM"], dataDir?: string): Promise<WonPrize> {
  const { db, pool, close } = connectDatabase(await openSiteDatabase(dataDir));
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none", rules: [] });
  const person = entryBody({ address: "7 Rizal Street, Iloilo" });
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: person, headers: ownAddress() });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  const { rows } = await pool.query<{ id: string }>("select id from raffles where code_id = $1", [codeId]);
  const id = rows[0]?.id ?? "";
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [id]);
  const headers = asOrganiser(codeId, accessCode);
  expect((await request.post(`/api/raffles/${codeId}/draw/lock`, { headers })).status()).toBe(201);
  await storeResult(pool, id, Object.fromEntries(prizes.map((code) => [code, [1]])));
  const holders = prizes.map((prizeCode) => ({ prizeCode, ticket: 1 }));
  await inTransaction(db, (tx) => addHolders(tx, id, holders, { since: new Date(), claimDays: 14 }));
  return {
    ...{ id, codeId, accessCode, entryCode, email: String(person.email), close },
    ask: async (text, values = []) => (await pool.query(text, [...values])).rows,
  };
}
