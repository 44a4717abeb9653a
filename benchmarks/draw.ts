import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { asOrganiser } from "../tests/support/api.ts";
import { askSite } from "../tests/support/ask-site.ts";
import { startBeaconRelay } from "../tests/support/beacon-relay.ts";
import { type Figure, quantile, timed, watch } from "./measure.ts";
import { watchMemory } from "./memory.ts";
import { type BenchSite, startBenchSite } from "./million-entries.ts";

const PRIZES = 10;
const TARGET_S = 8;
const POLL_MS = 20;
/** Between questions to the site: asked without a pause, they would take half a core from the draw. */
const ASK_MS = 50;

/**
 * Locks and draws the raffle of a million entries: ten prizes, each among everyone. Its lock is taken away again
 * afterwards, which the site itself could not do.
 */
export async function measureDraw(say: (line: string) => void): Promise<Figure[]> {
  const relay = await startBeaconRelay();
  const bench = await startBenchSite(say, relay.env);
  try {
    await removeLock(bench);
    return await measure(bench, say);
  } finally {
    await removeLock(bench);
    await bench.stop();
    await relay.close();
  }
}

async function measure({ site, client, large }: BenchSite, say: (line: string) => void): Promise<Figure[]> {
  const { id, codeId, accessCode } = large;
  await client.query(
    `insert into prizes (raffle_id, id, prize_code, name, details, worth, number_of_winners, order_number, pool)
     select raffle_id, gen_random_uuid(), 'DRAW' || n, name, details, worth, 1, n, 'everyone' from
       (select * from prizes where raffle_id = $1 limit 1) as prize, generate_series(1, $2::int) as n`,
    [id, PRIZES - large.prizeIds.length],
  );
  await client.query("update prizes set pool = 'everyone' where raffle_id = $1", [id]);
  await client.query(
    `update raffles set due_date = now() - interval '1 second', draw_date = now(), draw_requires = 'none', lock_at = null
     where id = $1`,
    [id],
  );
  say("locking the list");
  const locking = await timed(() =>
    askSite(site.origin)("POST", `/raffles/${id}/draw/lock`, undefined, asOrganiser(codeId, accessCode)),
  );
  if (locking.result.status !== 201) throw new Error(JSON.stringify(locking.result));
  say("drawing");
  const asking = watch(ASK_MS, () => fetch(`${site.origin}/readyz`).then((one) => one.text()));
  // The draw's own time begins when its transaction does, and not with the pause before the site looks for it.
  const drawing = await watchMemory(site.pid, async () => {
    await client.query("update draw_locks set round_at = now() where raffle_id = $1", [id]);
    let started: number | undefined;
    for (;;) {
      const { rows } = await client.query(
        `select (select drawn_at from raffles where id = $1) is not null as drawn, exists (
           select from pg_locks where relation = 'draw_locks'::regclass and mode = 'RowShareLock' and granted) as drawing`,
        [id],
      );
      if (rows[0].drawing) started ??= performance.now();
      if (rows[0].drawn) return (performance.now() - (started ?? Number.NaN)) / 1000;
      await delay(POLL_MS);
    }
  });
  const answers = await asking.stop();
  const { rows } = await client.query(
    "select tickets, results from draw_locks join draw_results using (raffle_id) where raffle_id = $1",
    [id],
  );
  const hashes = rows[0].tickets * (PRIZES + 2);
  const bare = timeHashes(hashes);
  return [
    { name: `lock of ${rows[0].tickets.toLocaleString("en")} tickets`, ours: locking.ms / 1000, unit: "s" },
    {
      name: `draw of ${PRIZES} prizes among them, list and tree read`,
      ours: drawing.result,
      unit: "s",
      beside: { name: `${hashes.toLocaleString("en")} SHA-256 on one core`, value: bare },
      target: `under ${TARGET_S} s`,
      met: drawing.result < TARGET_S,
    },
    {
      name: "draw: memory of the site at most",
      ours: drawing.most,
      unit: "MB",
      beside: { name: "before", value: drawing.before },
    },
    { name: "draw: answers to /readyz meanwhile", ours: answers.length, unit: "" },
    { name: "draw: time to such an answer", ours: quantile(answers, 0.5), unit: "ms", worst: quantile(answers, 1) },
  ];
}

/** The seconds that so many hashes of a score's size take, and nothing else. */
function timeHashes(count: number): number {
  const message = new Uint8Array(50);
  const started = performance.now();
  for (let i = 0; i < count; i += 1) hash("sha256", message, "binary");
  return (performance.now() - started) / 1000;
}

async function removeLock({ client, large: { id, prizeIds } }: BenchSite): Promise<void> {
  await client.query("begin");
  for (const table of ["draw_mailings", "claims", "draw_results", "draw_list_parts", "draw_locks"]) {
    await client.query(`delete from ${table} where raffle_id = $1`, [id]);
  }
  await client.query("delete from prizes where raffle_id = $1 and id <> all($2)", [id, prizeIds]);
  await client.query("update prizes set pool = 'wished' where raffle_id = $1", [id]);
  await client.query(
    `update raffles set due_date = now() + interval '10 years', draw_date = now() + interval '10 years 1 day',
       draw_requires = 'all-rules', locked_at = null, drawn_at = null where id = $1`,
    [id],
  );
  await client.query("commit");
}
