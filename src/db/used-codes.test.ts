import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { asOrganiser, createTestApi } from "../../tests/support/api.ts";
import { createEmptyDatabase } from "../../tests/support/database.ts";
import { eventBody } from "../../tests/support/event.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { migrate } from "./migrate.ts";
import { drawUnusedCode } from "./used-codes.ts";

const { database } = await openTestApi();
const { db, pool } = database;
const api = createTestApi(db, { RATE_LIMITS: "off" });

const MIGRATIONS = join(import.meta.dirname, "migrations");

type Raffle = { readonly codeId: string; readonly accessCode: string };

async function remove({ codeId, accessCode }: Raffle): Promise<void> {
  const answer = await api.send("DELETE", `/raffles/${codeId}`, undefined, asOrganiser(codeId, accessCode));
  expect(answer.status).toBe(204);
}

async function claim(raffleIdentifier: string): Promise<number> {
  return (await api.ask("POST", "/events", eventBody({ raffleIdentifier }))).status;
}

/** Deletes a raffle while others claim its code, and claims it once more when it is gone. */
async function rush(): Promise<number[]> {
  const raffle = await api.createRaffle();
  const early = Array.from({ length: 3 }, () => claim(raffle.codeId));
  const removed = remove(raffle);
  const claims = await Promise.all([...early, ...Array.from({ length: 3 }, () => claim(raffle.codeId))]);
  await removed;
  return [...claims, await claim(raffle.codeId)];
}

describe("the code of a raffle that was deleted", () => {
  it("is no event's identifier, by creating one or by changing it", async () => {
    const raffle = await api.createRaffle();
    const event = (await api.ask("POST", "/events", eventBody())).body as { code: string; accessCode: string };
    await remove(raffle);
    const raffleIdentifier = raffle.codeId.toLowerCase();
    const created = await api.ask("POST", "/events", eventBody({ raffleIdentifier }));
    expect([created.status, created.body.code]).toEqual([409, "raffle-identifier-taken"]);
    const auth = asOrganiser(event.code, event.accessCode);
    const changed = await api.ask("PATCH", `/events/${event.code}`, { raffleIdentifier }, auth);
    expect([changed.status, changed.body.code]).toEqual([409, "raffle-identifier-taken"]);
  });

  it("is never claimed in a rush, at whatever moment the raffle goes", async () => {
    for (let round = 0; round < 10; round += 1) expect(await rush()).toEqual(Array(7).fill(409));
  });

  it("would be claimed if it were not kept: the same rush without what retires it", async () => {
    await pool.query("alter table raffles disable trigger raffles_retire_codes");
    onTestFinished(async () => {
      await pool.query("alter table raffles enable trigger raffles_retire_codes");
    });
    expect(await rush()).toContain(201);
  });

  it("is retired whoever deletes it, and refused by the database itself", async () => {
    const { codeId, id } = await api.createRaffle();
    await pool.query("delete from raffles where id = $1", [id]);
    const again = `insert into raffles (id, code_id, access_code_hash, name, details, due_date, draw_date)
      values (gen_random_uuid(), $1, decode(repeat('00', 32), 'hex'), 'Ham', 'x', now(), now())`;
    await expect(pool.query(again, [codeId])).rejects.toThrow("never given again");
    const taken = "update events set raffle_identifier = $1";
    await expect(pool.query(taken, [codeId])).rejects.toThrow("never given again");
  });
});

it("a code of a deleted event and its identifier are nobody's any more", async () => {
  const { body } = await api.ask("POST", "/events", eventBody({ raffleIdentifier: "Gone-Fiesta" }));
  await db.deleteFrom("events").where("id", "=", String(body.id)).execute();
  expect(await claim("gone-fiesta")).toBe(409);
  expect(await drawUnusedCode(db, oneByOne([String(body.code), "FRESH1"]))).toBe("FRESH1");
});

it("a code is drawn again that a raffle, an event or an identifier has", async () => {
  const raffle = await api.createRaffle();
  const { body } = await api.ask("POST", "/events", eventBody({ raffleIdentifier: "NAMED001" }));
  const drawn = oneByOne([raffle.codeId, String(body.code), "NAMED001", "UNUSED01"]);
  expect(await drawUnusedCode(db, drawn)).toBe("UNUSED01");
});

it("codes of raffles that were deleted before are found in the log, and taken from events that claimed them", async () => {
  const old = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-migrations-"));
  onTestFinished(async () => {
    await old.close();
    await rm(folder, { recursive: true });
  });
  for (const name of await readdir(MIGRATIONS)) {
    if (name < "020") await copyFile(join(MIGRATIONS, name), join(folder, name));
  }
  const { connectionString } = old;
  expect(await migrate({ connectionString, folder })).toMatchObject({ ok: true });
  await old.pool.query(`
    insert into audit_log (scope_id, id, at, actor, action, subject)
    select gen_random_uuid(), gen_random_uuid(), now(), 'access code', action, subject
    from (values ('delete-raffle', 'GONE0001'), ('edit-raffle', 'HERE0001'), ('delete-raffle', '')) as line (action, subject)`);
  await old.pool.query(`
    insert into events (id, code, title, src, src_draw, access_code_hash, raffle_identifier)
    select gen_random_uuid(), code, 'x', 'x', 'x', decode(repeat('00', 32), 'hex'), identifier
    from (values ('AAAAAA', 'GONE0001'), ('BBBBBB', 'FIESTA')) as event (code, identifier)`);
  expect(await migrate({ connectionString })).toMatchObject({ ok: true });
  expect((await old.pool.query("select code from retired_codes")).rows).toEqual([{ code: "GONE0001" }]);
  const left = await old.pool.query("select code, raffle_identifier as named, version from events order by code");
  expect(left.rows).toEqual([
    { code: "AAAAAA", named: "", version: 2 },
    { code: "BBBBBB", named: "FIESTA", version: 1 },
  ]);
});

/** A `draw` that returns these codes one by one. */
function oneByOne(codes: readonly string[]): () => string {
  const left = [...codes];
  return () => left.shift() ?? "";
}
