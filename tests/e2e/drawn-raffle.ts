import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";
import { connectDatabase } from "#src/db/connect.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { NAMES, storeResult } from "../support/shown-draw.ts";
import { openSiteDatabase } from "../support/site-database.ts";
import { type ClaimedPrize, claimPrizes } from "../support/vouchers.ts";
import { ownAddress } from "./own-address.ts";
import { createRaffle } from "./test-raffle.ts";

/** A raffle whose show a test moves on, as its organiser would. */
export type ShownRaffle = {
  readonly codeId: string;
  readonly accessCode: string;
  /** Locks its list of three tickets. */
  lock(): Promise<void>;
  /** Makes ticket 2 win the cheese, and 1 and 3 the ham, unless others are to win. */
  draw(winners?: Readonly<Record<string, number[]>>): Promise<void>;
  moveTo(step: number): Promise<void>;
  /** Has all winners claim their prizes, the cheese first. */
  claim(): Promise<ClaimedPrize[]>;
  /** Closes the connection to the database of the run's site. */
  close(): Promise<void>;
};

const WINNERS = { QUESO: [2], HAM: [1, 3] };

/** Creates a raffle with three entries, on the site of the whole run. */
export async function shownRaffle(request: APIRequestContext): Promise<ShownRaffle> {
  const { db, pool, close } = connectDatabase(await openSiteDatabase());
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none", rules: [] });
  for (const [firstName, lastName] of NAMES) {
    const entry = { data: entryBody({ firstName, lastName }), headers: ownAddress() };
    expect((await request.post(`/api/raffles/${codeId}/entries`, entry)).status()).toBe(201);
  }
  const { rows } = await pool.query<{ id: string }>("select id from raffles where code_id = $1", [codeId]);
  const id = rows[0]?.id ?? "";
  return {
    codeId,
    accessCode,
    close,
    async lock() {
      await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [id]);
      const headers = asOrganiser(codeId, accessCode);
      expect((await request.post(`/api/raffles/${codeId}/draw/lock`, { headers })).status()).toBe(201);
    },
    draw: (winners = WINNERS) => storeResult(pool, id, winners),
    claim: () => claimPrizes({ db, pool }, id, WINNERS),
    async moveTo(step) {
      await pool.query(
        "insert into draw_shows values ($1, $2, now()) on conflict (raffle_id) do update set step = excluded.step",
        [id, step],
      );
    },
  };
}
