import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createEmptyDatabase } from "../../tests/support/database.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
const RAFFLE = "0198c0de-0000-7000-8000-000000000001";
const ENTRY = "0198c0de-0000-7000-8000-000000000002";

const database = await createEmptyDatabase();
const folder = await mkdtemp(join(tmpdir(), "tambiolo-migrations-"));
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

it("a log from before names the entries that are there, and forgets those that are gone", async () => {
  const { connectionString, pool } = database;
  for (const name of await readdir(MIGRATIONS)) {
    if (name < "010") await copyFile(join(MIGRATIONS, name), join(folder, name));
  }
  expect(await migrate({ connectionString, folder })).toMatchObject({ ok: true });
  await pool.query(
    `insert into raffles (id, code_id, access_code_hash, name, details, due_date, draw_date)
     values ('${RAFFLE}', 'ABCD1234', decode(repeat('00', 32), 'hex'), 'Ham', 'x', now(), now())`,
  );
  await pool.query(
    `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
       terms_accepted_at, submission_hash)
     values ('${RAFFLE}', '${ENTRY}', 'ABCDEFGH', 'Ana', 'Cruz', 'x', '0917', '+63917', 'a@b.ph', 'a@b.ph', now(),
       decode(repeat('00', 32), 'hex'))`,
  );
  await pool.query(
    `insert into audit_log (scope_id, id, at, actor, action, subject, before, after)
     select '${RAFFLE}', gen_random_uuid(), now(), 'access code', action, subject, '{"lastName": "Cruz"}', '{}'
     from (values ('update-entry', 'ABCDEFGH'), ('update-entry', 'GONEGONE'), ('delete-entry', 'GONEGONE'),
       ('edit-raffle', 'ABCD1234')) as line (action, subject)`,
  );

  expect(await migrate({ connectionString })).toMatchObject({ ok: true });
  const { rows } = await pool.query(
    "select action, subject, before, entry_id as entry, erased_at is not null as erased from audit_log order by action, subject",
  );
  const before = { lastName: "Cruz" };
  expect(rows).toEqual([
    { action: "delete-entry", subject: "", before: null, entry: null, erased: true },
    { action: "edit-raffle", subject: "ABCD1234", before, entry: null, erased: false },
    { action: "update-entry", subject: "", before: null, entry: null, erased: true },
    { action: "update-entry", subject: "ABCDEFGH", before, entry: ENTRY, erased: false },
  ]);
  await expect(pool.query("update audit_log set actor = 'x'")).rejects.toThrow("only grows");
});
