import { drawRaffle } from "#src/draws/drawing/draw-raffle.ts";
import type { TestApi } from "./api.ts";
import { testBeacon } from "./beacon-relay.ts";
import type { TestDatabase } from "./database.ts";
import { drawMailsOf, people } from "./draw-mails.ts";

/** A raffle with three winners that is drawn; the claims are in the order in which they were written. */
export type DrawnRaffle = {
  readonly id: string;
  readonly codeId: string;
  readonly accessCode: string;
  /** Entry codes by address. */
  readonly codes: Readonly<Record<string, string>>;
  readonly winners: readonly string[];
  readonly others: readonly string[];
  readonly claims: readonly TestClaim[];
};

export type TestClaim = {
  readonly id: string;
  readonly email: string;
  readonly heldSince: Date;
  readonly claimBy: Date;
};

/** What tests do with winners, on the database of a test and TEST_CHAIN. */
export function drawnClaimsOf(api: TestApi & { readonly database: TestDatabase }) {
  const { pool } = api.database;
  const { enterAll, lock, fill } = drawMailsOf(api);
  return {
    fill,
    /**
     * Draws a raffle of these people. The mails about its lock are left out. `before` may change the last one's entry.
     */
    async draw(
      changes: Record<string, unknown> = {},
      count = 5,
      before: (lastEmail: string) => Promise<void> = async () => undefined,
    ): Promise<DrawnRaffle> {
      const raffle = await api.createRaffle({ rules: [], drawRequires: "none", ...changes });
      const emails = people(count);
      const codes = await enterAll(raffle, emails);
      await before(emails.at(-1) ?? "");
      await lock(raffle);
      await pool.query("update draw_mailings set state = 'filled' where raffle_id = $1", [raffle.id]);
      const { rows } = await pool.query(
        "update draw_locks set round_at = date_trunc('second', now()) where raffle_id = $1 returning round::int",
        [raffle.id],
      );
      await drawRaffle(api.site, { raffleId: raffle.id, actor: "site" }, testBeacon(rows[0].round));
      const { rows: claims } = await pool.query<TestClaim>(
        `select claims.id, email_key as email, claim_by as "claimBy", held_since as "heldSince"
         from claims join entries on entries.raffle_id = claims.raffle_id and entries.id = entry_id
         where claims.raffle_id = $1 order by claims.id`,
        [raffle.id],
      );
      const winners = claims.map(({ email }) => email);
      const others = emails.filter((email) => !winners.includes(email));
      return { ...raffle, codes, winners, others, claims };
    },
    /** The kinds and addresses of all mails that wait, in order. */
    async outbox(): Promise<string[]> {
      const { rows } = await pool.query(
        "select kind || ' ' || email_key as mail from mails join entries on entries.id = entry_id where state = 'waiting' order by 1",
      );
      return rows.map(({ mail }) => mail);
    },
  };
}
