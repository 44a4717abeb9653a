import { beforeEach, describe, expect, it } from "vitest";
import { entrantToWriteTo, proveEntrant } from "#src/access/entrant.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { asOrganiser, entryBody, type TestRaffle } from "../../tests/support/api.ts";
import { everythingStored } from "../../tests/support/everything-stored.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { waitingForLocks } from "../../tests/support/waiting-for-locks.ts";
import { eraseOwnEntry } from "./edit/delete-entry.ts";
import { indexNextEntries } from "./lists/search-index.ts";

const api = await openTestApi();
const { pool, db } = api.database;

const PERSON = {
  firstName: "Perpetua",
  lastName: "Zzyzxwright",
  address: "77 Quibbleton Lane",
  phone: "0918 555 7391",
  email: "Perpetua.Q@victim.example",
  facebook: "https://www.facebook.com/perpetua.quibble",
  instagram: "https://www.instagram.com/perpetua.quibble",
};
const CORRECTED = { firstName: "Perpetwa", address: "78 Quibbleton Lane" };
const NOTE = "the one with the dented lid";
// Includes the folded and normalised forms.
const TRACES = [
  ...Object.values(PERSON),
  ...Object.values(CORRECTED),
  NOTE,
  "zzyzx",
  "quibble",
  "9185557391",
  "perpetua",
];

let raffle: TestRaffle;
let organiser: Record<string, string>;
let entryCode: string;

beforeEach(async () => {
  // What an organiser deleted in the test before is held for a minute (edit/undo-deletion.test.ts).
  await pool.query("delete from deleted_entries");
  raffle = await api.createRaffle();
  organiser = asOrganiser(raffle.codeId, raffle.accessCode);
  entryCode = await api.enter(raffle, { ...PERSON, wishes: [{ prizeId: raffle.prizes[0]?.id, note: NOTE }] });
  const corrected = await api.send("PATCH", `/entries/${entryCode}?raffle=${raffle.id}`, CORRECTED, organiser);
  expect(corrected.status).toBe(200);
  await indexAll();
});

/** As in the seconds after a change: lists are indexed, and the log that anyone can read is written. */
async function indexAll(): Promise<void> {
  while ((await indexNextEntries(db)).changes > 0);
  await db.deleteFrom("logQueue").execute();
}

async function traces(): Promise<string[]> {
  const stored = (await everythingStored(pool)).map((row) => row.toLowerCase());
  const wanted = [...TRACES, entryCode].map((trace) => trace.toLowerCase());
  return stored.filter((row) => wanted.some((trace) => row.includes(trace)));
}

const close = () => pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
const asEntrant = { "x-entrant-contact": PERSON.phone };
const erased = () => api.send("DELETE", `/entries/${entryCode}`, undefined, asEntrant);

async function log() {
  const { rows } = await pool.query(
    "select actor, action, subject, before, after, erased_at is not null as erased from audit_log where scope_id = $1 order by id",
    [raffle.id],
  );
  return rows;
}

const FORGOTTEN = { action: "update-entry", subject: "", before: null, after: null, erased: true };

describe("an entry that its entrant erases", () => {
  it("leaves no trace in any table, and a log that says no more than that", async () => {
    expect((await traces()).map((row) => row.split(":")[0])).toEqual(
      expect.arrayContaining(["audit_log", "entries", "entry_search"]),
    );
    expect((await erased()).status).toBe(204);
    await indexAll();
    expect(await traces()).toEqual([]);
    expect(await log()).toEqual([
      { actor: "access code", ...FORGOTTEN },
      { actor: "entrant", action: "erase-entry", subject: "", before: null, after: null, erased: false },
    ]);
    expect((await erased()).status).toBe(404);
  });

  it("makes room for the same person, until the due date", async () => {
    await erased();
    const again = await api.send("POST", `/raffles/${raffle.id}/entries`, entryBody(PERSON));
    expect(again.status).toBe(201);
    entryCode = ((await again.json()) as { entryCode: string }).entryCode;
    await close();
    expect(await api.ask("DELETE", `/entries/${entryCode}`, undefined, asEntrant)).toMatchObject({
      status: 409,
      body: { code: "erase-too-late", detail: expect.stringContaining("being checked for the draw") },
    });
    expect((await api.send("GET", `/entries/${entryCode}`)).status).toBe(200);
    expect((await api.send("DELETE", `/entries/${entryCode}`, undefined, organiser)).status).toBe(204);
  });

  it("is refused to whoever proves another raffle's organiser", async () => {
    const other = await api.createRaffle();
    const path = `/entries/${entryCode}?raffle=${raffle.id}`;
    const refused = await api.send("DELETE", path, undefined, asOrganiser(other.codeId, other.accessCode));
    expect(refused.status).toBe(403);
    expect((await erased()).status).toBe(204);
  });

  it("waits for a change under way, and erases what the log says of that too", async () => {
    let changing: Promise<Response> | undefined;
    let erasing: Promise<Response> | undefined;
    await inTransaction(db, async (tx) => {
      await tx.selectFrom("entries").select("id").where("entryCode", "=", entryCode).forUpdate().execute();
      changing = api.send("PATCH", `/entries/${entryCode}`, { lastName: "Zzyzxwright-Cruz" }, organiser);
      await expect.poll(() => waitingForLocks(pool)).toBe(1);
      erasing = erased();
      await expect.poll(() => waitingForLocks(pool)).toBe(2);
    });
    // The change succeeds; but the answer reads the entry afterwards, when it may be gone.
    expect([200, 404]).toContain((await changing)?.status);
    expect((await erasing)?.status).toBe(204);
    await indexAll();
    expect(await traces()).toEqual([]);
  });

  it("counts as too late where the due date passes while it waits", async () => {
    const proof = await proveEntrant(
      { reader: db, entryAttempts: api.site.entryAttempts, address: "192.0.2.7" },
      { entryCode, raffleId: raffle.id },
    );
    const contact = proof.ok && (await entrantToWriteTo(db, proof.value));
    if (!contact) throw new Error("The entry is not there.");
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = inTransaction(db, async (tx) => {
      await tx.selectFrom("entries").select("id").where("entryCode", "=", entryCode).forUpdate().execute();
      locked.resolve();
      await waiting.promise;
    });
    await locked.promise;
    const outcome = eraseOwnEntry(api.site, contact);
    await expect.poll(() => waitingForLocks(pool)).toBe(1);
    await close();
    waiting.resolve();
    await holding;
    expect(await outcome).toEqual({ ok: false, refusal: { reason: "erase-too-late" } });
    expect(await traces()).not.toEqual([]);
    expect((await api.send("DELETE", `/entries/${entryCode}`, undefined, organiser)).status).toBe(204);
  });

  it("goes once where its organiser deletes it in the same moment", async () => {
    const answers = await Promise.all([erased(), api.send("DELETE", `/entries/${entryCode}`, undefined, organiser)]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 404]);
    expect(await log()).toHaveLength(2);
  });
});

describe("the file with an entry's data", () => {
  it("holds every column of the entry and what an organiser changed of it", async () => {
    await close();
    const answer = await api.send("GET", `/entries/${entryCode}/data`, undefined, asEntrant);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json",
      "content-disposition": `attachment; filename="entry-${entryCode}.json"`,
      "cache-control": "no-store",
    });
    const file = await answer.text();
    expect(JSON.parse(file)).toMatchObject({
      raffle: { code: raffle.codeId, name: "Noche Buena Basket" },
      entry: { ...PERSON, ...CORRECTED, entryCode, comparedAs: { phone: "+639185557391" } },
      wishlist: [expect.objectContaining({ status: "Selected", note: NOTE }), expect.anything()],
      changesByOrganiser: [{ action: "update-entry", before: { firstName: PERSON.firstName } }],
    });
    const { rows } = await pool.query("select to_jsonb(e) as entry from entries e where entry_code = $1", [entryCode]);
    const { raffle_id: _, wishes, done_rules, ...columns } = rows[0].entry;
    const values = Object.entries({ ...columns, note: wishes[0].note });
    expect(done_rules).toEqual([]);
    for (const [column, value] of values) {
      const said = column.endsWith("_hash") ? String(value).slice(2) : value;
      const moment = typeof said === "string" && column.endsWith("_at") ? new Date(said).toISOString() : said;
      expect([column, file.includes(JSON.stringify(moment))]).toEqual([column, true]);
    }
  });

  it("is nobody's without the code, and without the phone or e-mail", async () => {
    expect((await api.send("GET", "/entries/NOSUCHCO/data")).status).toBe(404);
    for (const [headers, code] of [
      [{}, "contact-required"],
      [{ "x-entrant-contact": "0918 555 7392" }, "contact-mismatch"],
      [{ "x-entrant-contact": "nobody" }, "contact-mismatch"],
    ] as const) {
      for (const [method, path] of [
        ["GET", `/entries/${entryCode}/data`],
        ["DELETE", `/entries/${entryCode}`],
      ] as const) {
        expect(await api.ask(method, path, undefined, headers)).toMatchObject({ status: 403, body: { code } });
      }
    }
    await erased();
    expect((await api.send("GET", `/entries/${entryCode}/data`)).status).toBe(404);
  });
});

describe("the audit log", () => {
  it.each([
    ["changing what it says", "set subject = 'x'"],
    ["erasing without saying when", "set before = null, after = null, subject = ''"],
    ["saying that it was erased and keeping it", "set erased_at = now()"],
    ["erasing half of it", "set before = null, subject = '', erased_at = now()"],
    [
      "changing who it was with an erasing",
      "set before = null, after = null, subject = '', erased_at = now(), actor = 'x'",
    ],
    [
      "changing which entry it was",
      "set before = null, after = null, subject = '', erased_at = now(), entry_id = null",
    ],
    ["changing when it was", "set before = null, after = null, subject = '', erased_at = now(), at = now()"],
  ])("refuses %s", async (_name, change) => {
    const before = await log();
    await expect(pool.query(`update audit_log ${change} where scope_id = $1`, [raffle.id])).rejects.toThrow(
      "only grows",
    );
    expect(await log()).toEqual(before);
  });

  it("refuses to erase twice, to delete and to be emptied", async () => {
    const erasing =
      "update audit_log set before = null, after = null, subject = '', erased_at = now() where scope_id = $1";
    expect((await pool.query(erasing, [raffle.id])).rowCount).toBe(1);
    await expect(pool.query(erasing, [raffle.id])).rejects.toThrow("only grows");
    await expect(pool.query("delete from audit_log where scope_id = $1", [raffle.id])).rejects.toThrow("only grows");
    await expect(pool.query("truncate audit_log")).rejects.toThrow("only grows");
  });
});
