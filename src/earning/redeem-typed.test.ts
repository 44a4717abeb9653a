import { expect, test } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { redeemTyped } from "./redeem-typed.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;

test("what is mistyped is answered in the words of the code that it was meant to be", async () => {
  const raffle = await api.createRaffle({
    drawRequires: "none",
    drawWeight: "drops",
    rules: [
      { details: "Visit us", drops: 2, proof: "visit" },
      { details: "Buy", drops: 1, proof: "code" },
    ],
  });
  const entryCode = await api.enter(raffle);
  const { rows } = await pool.query("select id from entries where entry_code = $1", [entryCode]);
  const entrant = await entrantToWriteTo(db, { raffleId: raffle.id, entryId: rows[0].id });
  if (!entrant) throw new Error("The entry is gone.");
  const answer = async (typed: string) => {
    const redeemed = await redeemTyped({ ...api.site, address: "192.0.2.1" }, entrant, typed);
    return redeemed.ok ? "" : redeemed.refusal;
  };
  const says = (key: string) => ({ reason: "invalid-fields", fields: { code: [{ key }] } });
  for (const short of ["ABC0O1", "abc 0o1", "ABCDE", "ABCDEF2"]) {
    expect([short, await answer(short)]).toMatchObject([short, says("stampCodeMistyped")]);
  }
  for (const long of ["K7TW-EZQK-3M9O", "K7TWEZQK3M9"]) {
    expect([long, await answer(long)]).toMatchObject([long, says("dropCodeMistyped")]);
  }
  expect(await answer(" ")).toMatchObject(says("dropCodeRequired"));
});
