import { expect, test } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { entryBody } from "../../tests/support/api.ts";
import { drawMailsOf, people } from "../../tests/support/draw-mails.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { storeResult } from "../../tests/support/shown-draw.ts";
import { ownDrawAddress, readOwnTicket } from "./own-ticket.ts";

const api = await openTestApi();
const { db, pool } = api.database;
const { lock } = drawMailsOf(api);

async function ownOf(entryCode: string, proved: boolean) {
  const { rows } = await pool.query("select raffle_id, id from entries where entry_code = $1", [entryCode]);
  const scope = await entrantToWriteTo(db, { raffleId: rows[0].raffle_id, entryId: rows[0].id });
  if (!scope) throw new Error("no entry");
  return readOwnTicket({ db, secret: api.site.secret }, scope, proved ? scope : null);
}

test("the ticket is for whoever has the code; what finds it in the list for whoever proved the contact", async () => {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  const [email = ""] = people(1);
  const code = await api.enter(raffle, { email });
  expect(await ownOf(code, true)).toBeNull();
  await lock(raffle);
  const masked = await ownOf(code, false);
  expect(masked).toMatchObject({ ticket: { ticket: 1, wishes: ["HAM", "QUESO"], out: "", result: null }, seal: null });
  const whole = await ownOf(code, true);
  expect(whole?.ticket).toEqual(masked?.ticket);
  expect(whole?.seal).toMatchObject({ email, entryCode: code, raffle: raffle.codeId });
  expect(JSON.stringify(masked)).not.toContain(whole?.seal?.key);
  expect(JSON.stringify(masked)).not.toContain(email);
});

test("it says why it is out", async () => {
  const raffle = await api.createRaffle();
  const rules = raffle.rules.map(({ id }) => id);
  const codes = [await api.enter(raffle, { rules }), await api.enter(raffle), await api.enter(raffle, { rules })];
  await pool.query("update entries set disqualified_for = 'Entered twice' where entry_code = $1", [codes[2]]);
  await lock(raffle);
  const owns = await Promise.all(codes.map((code) => ownOf(code, true)));
  expect(owns.map((own) => own?.ticket)).toMatchObject([
    { ticket: 1, out: "" },
    { ticket: 2, out: "rules" },
    { ticket: 3, out: "disqualified" },
  ]);
});

test("after the draw it says what it won, or the place in line", async () => {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  const codes: string[] = [];
  for (const _ of [1, 2, 3]) codes.push(await api.enter(raffle, entryBody()));
  await lock(raffle);
  const results = [
    { prizeCode: "QUESO", pool: "everyone", eligible: 3, winners: [2], reserves: [3, 1] },
    { prizeCode: "HAM", pool: "everyone", eligible: 3, winners: [], reserves: [3] },
  ];
  await pool.query("insert into draw_results (raffle_id, beacon_signature, seed, results) values ($1, $2, $3, $4)", [
    ...[raffle.id, Buffer.alloc(48), Buffer.alloc(32), JSON.stringify(results)],
  ]);
  const owns = await Promise.all(codes.map((code) => ownOf(code, false)));
  expect(owns.map((own) => own?.ticket.result)).toEqual([
    { won: [], lost: [], lostToNobody: [], reserve: [{ prizeCode: "QUESO", place: 2 }], places: [] },
    { won: ["QUESO"], lost: [], lostToNobody: [], reserve: [], places: [] },
    {
      won: [],
      lost: [],
      lostToNobody: [],
      reserve: [
        { prizeCode: "QUESO", place: 1 },
        { prizeCode: "HAM", place: 1 },
      ],
      places: [],
    },
  ]);
});

test("who came in a winner's place has won; who went has lost it to somebody, or to nobody", async () => {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  const codes: string[] = [];
  for (const _ of [1, 2, 3]) codes.push(await api.enter(raffle, entryBody()));
  await lock(raffle);
  await storeResult(pool, raffle.id, { QUESO: [2], HAM: [1] });
  const replace = "insert into draw_replacements values ($1, $2, $3, $4, $5, 'unclaimed', '', now())";
  await pool.query(replace, [raffle.id, 1, "QUESO", 2, 3]);
  await pool.query(replace, [raffle.id, 2, "HAM", 1, null]);
  const owns = await Promise.all(codes.map((code) => ownOf(code, false)));
  expect(owns.map((own) => own?.ticket.result)).toMatchObject([
    { won: [], lost: [], lostToNobody: ["HAM"] },
    { won: [], lost: ["QUESO"], lostToNobody: [] },
    { won: ["QUESO"], lost: [], lostToNobody: [] },
  ]);
});

test("the address of the draw hides who it is from servers, and names the lock hash only where it is told", () => {
  const mine = { email: "a+b@example.com", entryCode: "ABCDEFGH", key: "0".repeat(32), raffle: "FIESTA26" };
  expect(ownDrawAddress("", mine)).toBe(
    `/raffle/FIESTA26/draw#email=a%2Bb%40example.com&entryCode=ABCDEFGH&key=${mine.key}`,
  );
  expect(ownDrawAddress("https://example.com", mine, "ab").split("#")[0]).toBe(
    "https://example.com/raffle/FIESTA26/draw?lock=ab",
  );
});
