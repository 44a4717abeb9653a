import { beforeEach, describe, expect, test } from "vitest";
import { readAuditLog } from "#src/access/audit/audit.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { readPrizesWithoutWinner } from "#src/draws/announcing/prizes-without-winner.ts";
import { asOrganiser } from "../../../tests/support/api.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { type DrawnRaffle, drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { noteTaxes } from "./note-taxes.ts";
import { emptyWinnerRecords } from "./winner-records.ts";
import { readReport } from "./winners-report.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { db, pool } = api.database;
const { draw } = drawnClaimsOf(api);
const FORMULA = '=HYPERLINK("http://x")';

let raffle: DrawnRaffle;
let scope: OrganiserScope;
let first: string;

beforeEach(async () => {
  await pool.query("delete from claims");
  raffle = await draw({ permitNumber: "FTEB-42", name: FORMULA });
  const claim = { raffle: raffle.codeId, accessCode: raffle.accessCode };
  const proof = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.1" }, claim);
  if (!proof.ok) throw new Error(proof.refusal.reason);
  scope = proof.value;
  first = raffle.claims[0]?.id ?? "";
});

/** Hands the first prize over so many days ago, with a notice. */
async function handOver(days: number): Promise<void> {
  await pool.query(
    `update claims set claimed_at = now(), voucher_code = '0123456789', handed_over_at = now() - $2 * interval '1 day',
       handed_over_by = 'Ana (helper)', winner_name = 'Luz Reyes', winner_address = 'Jaro', winner_contact = '+63 917 1'
     where id = $1`,
    [first, days],
  );
  await pool.query(
    `insert into claim_notices (raffle_id, claim_id, id, at, way, reached, answer, actor)
     values ($1, $2, gen_random_uuid(), now(), 'letter', 'Luz Reyes', 'RR 123 456 789 PH', 'access code')`,
    [raffle.id, first],
  );
}

const read = () => readReport(db, scope, null, 100);
const file = (name: string) =>
  api.send("GET", `/raffles/${raffle.codeId}/${name}`, undefined, asOrganiser(raffle.codeId, raffle.accessCode));

describe("the report on winners", () => {
  test("says of each prize who holds it, how they were told, and when it was handed over", async () => {
    await handOver(1);
    const report = await read();
    expect(report.map(({ claimId }) => claimId)).toEqual(raffle.claims.map(({ id }) => id));
    expect(report[0]).toMatchObject({
      ...{ winner: "Luz Reyes", address: "Jaro", contact: "+63 917 1", handedOverBy: "Ana (helper)", replaced: null },
      notices: [{ way: "letter", reached: "Luz Reyes", answer: "RR 123 456 789 PH" }],
    });
    expect(report[1]).toMatchObject({ contact: expect.stringContaining(raffle.winners[1] ?? "?"), notices: [] });
  });

  test("keeps a winner whose prize was handed over when the entry is erased, and nobody else", async () => {
    await handOver(1);
    await pool.query("delete from entries where raffle_id = $1", [raffle.id]);
    const [row, ...others] = await read();
    expect(row).toMatchObject({ winner: "Luz Reyes", notices: [{ reached: "Luz Reyes" }] });
    expect(others.length).toBe(raffle.claims.length - 1);
    for (const other of others) expect(other).toMatchObject({ winner: "", address: "", contact: "" });
  });

  test("names who was replaced, and why", async () => {
    const { rows } = await pool.query("update claims set gone_at = now() where id = $1 returning prize_code, ticket", [
      first,
    ]);
    await pool.query(
      `insert into draw_replacements (raffle_id, number, prize_code, from_ticket, to_ticket, reason, note, at)
       values ($1, 1, $2, $3, null, 'unclaimed', 'No answer', now())`,
      [raffle.id, rows[0].prize_code, rows[0].ticket],
    );
    expect((await read())[0]?.replaced).toMatchObject({ reason: "unclaimed", note: "No answer", isConsent: false });
    expect((await read())[1]?.replaced).toBeNull();
  });

  test("comes in parts that miss nobody and repeat nobody", async () => {
    const parts = [await readReport(db, scope, null, 2), await readReport(db, scope, raffle.claims[1]?.id ?? "", 2)];
    expect(parts.flat().map(({ claimId }) => claimId)).toEqual(raffle.claims.map(({ id }) => id));
  });

  test("as CSV calculates nothing, and says what an authority asks", async () => {
    await handOver(1);
    await pool.query("update claims set winner_address = $2 where id = $1", [first, 'Jaro;=1+1, "Iloilo"']);
    const answer = await file("winners.csv");
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const [head = "", line = "", ...more] = Buffer.from(await answer.arrayBuffer())
      .toString("utf8")
      .split("\r\n");
    expect(head.split(",").length).toBe(22);
    expect(head).toMatch(/^\u{feff}Permit Number,Promo,Promo From,Promo Until,Drawn On,Drawn At,Prize Code,/u);
    expect(line).toContain(`"FTEB-42","'=HYPERLINK(""http://x"")"`);
    expect(line).toContain(`"Jaro;'=1+1, ""Iloilo"""`);
    expect(line).toContain(`"'+63 917 1"`);
    expect(line).toMatch(/letter, Luz Reyes, RR 123 456 789 PH/);
    expect(line).toContain(`/raffle/${raffle.codeId}/draw"`);
    expect(more).toHaveLength(raffle.claims.length);
  });

  test("names a prize that nobody holds, and why", async () => {
    expect(await readPrizesWithoutWinner(db, raffle.id)).toEqual([]);
    const { rows } = await pool.query("select results from draw_results where raffle_id = $1", [raffle.id]);
    const [first, second, ...others] = JSON.parse(rows[0].results);
    const results = [{ ...first, given: false, winners: [], reserves: [] }, second, ...others];
    await pool.query("update draw_results set results = $2 where raffle_id = $1", [raffle.id, JSON.stringify(results)]);
    // The only winner of the next prize went, and nobody came.
    const [gone, ...stay] = second.winners;
    await pool.query(
      `insert into draw_replacements (raffle_id, number, prize_code, from_ticket, to_ticket, reason, note, at)
       select $1, n, $2, ticket, null, 'unclaimed', '', now() from unnest($3::int[]) with ordinality as one (ticket, n)`,
      [raffle.id, second.prizeCode, [gone, ...stay]],
    );
    expect(await readPrizesWithoutWinner(db, raffle.id)).toMatchObject([
      { prizeCode: first.prizeCode, given: false },
      { prizeCode: second.prizeCode, given: true },
    ]);
    const text = Buffer.from(await (await file("winners.csv")).arrayBuffer()).toString("utf8");
    const [last = "", before = ""] = text.trimEnd().split("\r\n").toReversed();
    expect(before).toMatch(new RegExp(`"${first.prizeCode}",.*,"not given away, by its odds"$`));
    expect(last).toMatch(new RegExp(`"${second.prizeCode}",.*,"nobody was left"$`));
    await pool.query("update draw_results set announced_at = null where raffle_id = $1", [raffle.id]);
    expect(await readPrizesWithoutWinner(db, raffle.id)).toEqual([]);
  });

  test("is a workbook too, and neither is for anybody else", async () => {
    const answer = await file("winners.xlsx");
    expect(answer.status).toBe(200);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    for (const name of ["winners.csv", "winners.xlsx"]) {
      const wrong = asOrganiser(raffle.codeId, raffle.accessCode === "ZZZZ" ? "YYYY" : "ZZZZ");
      expect((await api.send("GET", `/raffles/${raffle.codeId}/${name}`, undefined, wrong)).status).toBe(403);
      expect((await api.send("GET", `/raffles/${raffle.codeId}/${name}`)).status).toBe(403);
    }
  });
});

describe("the tax of a prize", () => {
  test("is noted once, and the log has each change", async () => {
    expect(await noteTaxes(api.site, scope, { [first]: " 2,000.00 " })).toEqual({ ok: true, value: 1 });
    expect(await noteTaxes(api.site, scope, { [first]: "2,000.00" })).toEqual({ ok: true, value: 0 });
    expect((await read())[0]?.tax).toBe("2,000.00");
    expect(await noteTaxes(api.site, scope, { [first]: "" })).toEqual({ ok: true, value: 1 });
    const { changes } = await readAuditLog(db, scope, 1);
    const noted = changes.filter(({ action }) => action === "note-tax");
    expect(noted).toMatchObject([
      { before: { tax: "2,000.00" }, after: { tax: null } },
      { before: { tax: null }, after: { tax: "2,000.00" } },
    ]);
  });

  test("of another raffle's prize is not noted, nor what is none", async () => {
    const other = await draw({ name: "Other" });
    const typed = { [other.claims[0]?.id ?? ""]: "1", "no-id": "1", "": "1" };
    expect(await noteTaxes(api.site, scope, typed)).toEqual({ ok: true, value: 0 });
    const { rows } = await pool.query("select count(*)::int as noted from claims where tax is not null");
    expect(rows).toEqual([{ noted: 0 }]);
    for (const tax of ["x".repeat(61), "a\u0000b"]) {
      const refused = await noteTaxes(api.site, scope, { [first]: tax });
      expect(refused).toMatchObject({ refusal: { reason: "invalid-fields", fields: { [first]: [{}] } } });
    }
  });
});

describe("the record of a winner", () => {
  test("is emptied after its years, with what notices reached, and the hand-over stays", async () => {
    await handOver(5 * 366 + 1);
    await noteTaxes(api.site, scope, { [first]: "2,000.00" });
    await pool.query("delete from entries where raffle_id = $1", [raffle.id]);
    expect(await emptyWinnerRecords(api.site, 5)).toBe(1);
    const [emptied] = await read();
    expect(emptied).toMatchObject({ winner: "", address: "", contact: "", tax: "", handedOverAt: expect.any(Date) });
    expect(emptied?.notices).toMatchObject([{ way: "letter", reached: "", answer: "" }]);
    expect(await emptyWinnerRecords(api.site, 5)).toBe(0);
  });

  test("stays until then, and one that was not handed over is none", async () => {
    await handOver(5 * 365 - 2);
    expect(await emptyWinnerRecords(api.site, 5)).toBe(0);
    expect((await read())[0]).toMatchObject({ winner: "Luz Reyes", notices: [{ reached: "Luz Reyes" }] });
    expect(await emptyWinnerRecords(api.site, 0)).toBe(1);
  });

  test("has no notice that came after its entry was erased, for longer than a day", async () => {
    const reached = async () => {
      await emptyWinnerRecords(api.site, 5);
      return (await read()).flatMap(({ notices }) => notices.map((notice) => notice.reached));
    };
    await handOver(1);
    await pool.query("delete from entries where raffle_id = $1", [raffle.id]);
    expect(await reached()).toEqual(["Luz Reyes"]);
    await pool.query("update claims set handed_over_at = null where id = $1", [first]);
    expect(await reached()).toEqual([""]);
  });

  test("is emptied batch by batch, by two processes at once, each once", async () => {
    await pool.query(
      `update claims set claimed_at = now(), voucher_code = lpad(ticket::text, 10, '0'), handed_over_by = 'a',
         handed_over_at = now() - interval '7 years', winner_name = 'x'`,
    );
    const emptied = await Promise.all([1, 2].map(() => emptyWinnerRecords(api.site, 5, 1)));
    expect(emptied.reduce((sum, one) => sum + one, 0)).toBe(raffle.claims.length);
    const stopped = { ...api.site, stopping: AbortSignal.abort() };
    expect(await emptyWinnerRecords(stopped, 0)).toBe(0);
  });
});
