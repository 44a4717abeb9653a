import { proveEntrant } from "#src/access/entrant.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { EntrantScope } from "#src/access/scope.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { makeBatch } from "#src/earning/codes/batches.ts";
import { codesCsv, openBatch } from "#src/earning/codes/hand-out.ts";
import { redeemCode } from "#src/earning/codes/redeem-code.ts";
import { createTestApi } from "../tests/support/api.ts";
import { startDatabase } from "./databases.ts";
import { type Figure, timed } from "./measure.ts";

const CODES = 1_000_000;
const MAKING_TARGET_S = 30;
const MEMORY_TARGET_MB = 100;
const REDEEMED = 2_000;
/** Entries, and codes that are sent at once. */
const AT_ONCE = 50;
const REDEEMING_TARGET = 0.8;

/** Measures how long a million codes take to make and to write as CSV, the memory, and how fast codes are redeemed. */
export async function measureEarning(): Promise<Figure[]> {
  const { connectionString, stop } = await startDatabase();
  const connection = connectDatabase({ connectionString, sharded: false });
  try {
    const api = createTestApi(connection.db, { RATE_LIMITS: "off" });
    const { site } = api;
    const rules = [{ details: "Buy for ₱500", drops: 2, proof: "code", maxTimes: 100 }];
    const raffle = await api.createRaffle({ rules });
    const asked = { reader: connection.db, address: "192.0.2.1" };
    const scope = await proveOrganiser({ ...site, ...asked }, { raffle: raffle.id, accessCode: raffle.accessCode });
    if (!scope.ok) throw new Error(scope.refusal.reason);
    // Of a raffle without an account, they would be fewer.
    await connection.pool.query(
      `with made as (insert into users (id, username, email, created_at) values (gen_random_uuid(), 'Bench', 'bench@example.com', now()) returning id)
       insert into raffle_members (raffle_id, user_id, role, joined_at) select $1, id, 'owner', now() from made`,
      [raffle.id],
    );
    const sent = { name: "Bench", ruleId: raffle.rules[0]?.id, codes: CODES };
    const made = await makeBatch(site, scope.value, sent);
    const batch = made.ok ? await openBatch(site, scope.value, made.value.id) : made;
    if (!batch.ok) throw new Error(batch.refusal.reason);
    const some: string[] = [];
    const before = process.memoryUsage.rss();
    let most = before;
    const csv = await timed(async () => {
      const linkOf = (code: string) => `https://raffles.example.com/code/${raffle.codeId}/${code}`;
      for await (const lines of codesCsv(site, scope.value, { batch: batch.value, linkOf })) {
        most = Math.max(most, process.memoryUsage.rss());
        if (some.length < REDEEMED)
          some.push(
            ...lines
              .split("\r\n")
              .slice(1, -1)
              .map((line) => line.split(",")[1] ?? ""),
          );
      }
    });
    const entered = await timed(() => inTurns(REDEEMED, () => api.enter(raffle)));
    const entrants: EntrantScope[] = [];
    for (const entryCode of entered.result.slice(0, AT_ONCE)) {
      const proved = await proveEntrant({ ...site, ...asked }, { entryCode, raffleId: raffle.id });
      if (proved.ok) entrants.push(proved.value);
    }
    const redeemed = await timed(() =>
      inTurns(REDEEMED, async (place) => {
        const outcome = await redeemCode(
          { ...site, address: "192.0.2.1" },
          entrants[place % AT_ONCE] as EntrantScope,
          some[place] ?? "",
        );
        if (!outcome.ok) throw new Error(outcome.refusal.reason);
        return "";
      }),
    );
    const [entries, redemptions] = [entered, redeemed].map(({ ms }) => (REDEEMED / ms) * 1000) as [number, number];
    const grownMb = (most - before) / 2 ** 20;
    return [
      {
        ...{ name: "1,000,000 codes made, stored and written as CSV", ours: csv.ms / 1000, unit: "s" },
        ...{ target: `under ${MAKING_TARGET_S} s`, met: csv.ms / 1000 < MAKING_TARGET_S },
      },
      {
        ...{ name: "memory that it takes", ours: grownMb, unit: "MB" },
        ...{ target: `flat: under ${MEMORY_TARGET_MB} MB`, met: grownMb < MEMORY_TARGET_MB },
      },
      {
        ...{ name: "codes redeemed, 50 at once", ours: redemptions, unit: "entries/s" },
        beside: { name: "entries by the same API", value: entries },
        ...{ target: `ratio at least ${REDEEMING_TARGET}`, met: redemptions / entries >= REDEEMING_TARGET },
      },
    ];
  } finally {
    await connection.close();
    await stop();
  }
}

/** Does something so many times, a number of them at once. */
async function inTurns(count: number, work: (place: number) => Promise<string>): Promise<string[]> {
  const results: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) results.push(await work(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
