import { expect, it } from "vitest";
import { proveEntrant } from "#src/access/entrant.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { makeBatch } from "./batches.ts";
import { codesOf, openBatch } from "./hand-out.ts";
import { redeemCode } from "./redeem-code.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;
const prover = { ...api.site, reader: db, address: "192.0.2.1" };

async function codeAndEntrant() {
  const raffle = await api.createRaffle({
    drawWeight: "drops",
    rules: [{ details: "Buy for ₱500", drops: 2, proof: "code" }],
  });
  const scope = await proveOrganiser(prover, { raffle: raffle.id, accessCode: raffle.accessCode });
  const entrant = await proveEntrant(prover, { entryCode: await api.enter(raffle), raffleId: raffle.id });
  if (!scope.ok || !entrant.ok) throw new Error("not proved");
  const made = await makeBatch(api.site, scope.value, { name: "Rolls", ruleId: raffle.rules[0]?.id, codes: 1 });
  const batch = made.ok ? await openBatch(api.site, scope.value, made.value.id) : undefined;
  if (!batch?.ok) throw new Error("no batch");
  for await (const [first] of codesOf(api.site, scope.value, batch.value)) {
    return { code: first?.code ?? "", entrant: entrant.value };
  }
  throw new Error("no code");
}

/** Redeems while somebody else holds the entry, and changes the raffle before they let go of it. */
async function redeemBeside(change: string): Promise<Awaited<ReturnType<typeof redeemCode>>> {
  const { code, entrant } = await codeAndEntrant();
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select from entries where id = $1 for update", [entrant.entryId]);
    const outcome = redeemCode({ ...api.site, address: "192.0.2.1" }, entrant, code);
    await expect.poll(() => waitingForLocks(pool)).toBeGreaterThan(0);
    await pool.query(change, [entrant.raffleId]);
    await client.query("commit");
    return await outcome;
  } finally {
    client.release();
  }
}

it("counts by what the raffle says once the code's entry is free: its worth, its end, its batch", async () => {
  // Control: nothing that matters changes.
  const renamed = await redeemBeside("update raffles set name = 'Another' where id = $1");
  expect(renamed).toEqual({ ok: true, value: { drops: 2, rule: "Buy for ₱500" } });
  const dearer = await redeemBeside("update rules set drops = 5 where raffle_id = $1");
  expect(dearer).toMatchObject({ ok: true, value: { drops: 5 } });
  const stopped = await redeemBeside(
    "update code_batches set stopped_at = now(), stopped_by = 'x' where raffle_id = $1",
  );
  expect(stopped).toMatchObject({ refusal: { reason: "drop-code-stopped" } });
  const past = await redeemBeside("update raffles set due_date = now() - interval '1 minute' where id = $1");
  expect(past).toMatchObject({ refusal: { reason: "too-late" } });
});
