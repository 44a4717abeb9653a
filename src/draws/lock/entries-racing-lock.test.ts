import { afterAll, expect, test } from "vitest";
import { organiserAsStaff } from "#src/access/staff/staff.ts";
import { addPaperEntry } from "#src/entries/paper/add-paper-entry.ts";
import { newEntryCode } from "#src/entries/submit/submission.ts";
import { entryBody } from "../../../tests/support/api.ts";
import { createTestDatabase } from "../../../tests/support/database.ts";
import { createImportDesk, type Desk, HEADER, person } from "../../../tests/support/import-desk.ts";
import { PAPER_DEPS } from "../../../tests/support/paper-deps.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";

const database = await createTestDatabase();
afterAll(() => database.close());
const { db, pool } = database;
const imports = createImportDesk(database);
const { api } = imports;

/** Each way in which an entry comes in. It answers whether the entry was taken. */
const WAYS: readonly [name: string, enter: (desk: Desk) => Promise<boolean>][] = [
  [
    "by the form",
    async ({ raffle }) => (await api.ask("POST", `/raffles/${raffle.id}/entries`, entryBody())).status === 201,
  ],
  [
    "on paper",
    async ({ scope }) => {
      const body = { firstName: "Ana", lastName: "Cruz", address: "1 Mabini St", phone: "", email: "" };
      const slip = { body: { ...body, entryCode: newEntryCode() }, source: "Shop", termsAgreed: true, corrects: null };
      const deps = { db, clock: api.site.clock, ...PAPER_DEPS };
      return (await addPaperEntry(deps, organiserAsStaff(scope, "add-entries"), slip)).ok;
    },
  ],
  [
    "by an import",
    async (desk) => {
      const id = await imports.upload(desk, [HEADER, person()]);
      const added = await imports.add(desk, id, { good: 1 });
      return added !== null && "state" in (added ?? {}) && (added as { state: string }).state === "added";
    },
  ],
];

/**
 * Holds the raffle's row as the lock of its list does, until an entry waits for it. Then locks the list, or does not.
 */
async function enterDuringLock(desk: Desk, enter: (desk: Desk) => Promise<boolean>, isLocked: boolean) {
  const locker = await pool.connect();
  try {
    await locker.query("begin");
    await locker.query("select id from raffles where id = $1 for update", [desk.raffle.id]);
    const entered = enter(desk);
    await expect.poll(() => waitingForLocks(pool)).toBeGreaterThan(0);
    if (isLocked) await locker.query("update raffles set locked_at = now() where id = $1", [desk.raffle.id]);
    await locker.query("commit");
    return await entered;
  } finally {
    locker.release();
  }
}

test.each(WAYS)("an entry %s that waits while the list is locked is refused, and stored nowhere", async (_, enter) => {
  const desk = await imports.open();
  expect(await enterDuringLock(desk, enter, true)).toBe(false);
  expect(await imports.entriesOf(desk)).toEqual([]);
});

test.each(WAYS)("control: an entry %s that waits is stored if the list stays unlocked", async (_, enter) => {
  const desk = await imports.open();
  expect(await enterDuringLock(desk, enter, false)).toBe(true);
  expect(await imports.entriesOf(desk)).toHaveLength(1);
});
