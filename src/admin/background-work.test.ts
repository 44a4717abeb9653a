import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readWholeAuditLog } from "#src/access/audit/audit.ts";
import { mintAdminScope } from "#src/access/scope.ts";
import { newId } from "#src/base/ids.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { listFailedJobs } from "#src/jobs/job-log.ts";
import { startJobs } from "#src/jobs/jobs.ts";
import { countKinds, listMails } from "#src/mail/read.ts";
import type { MailState } from "#src/mail/schema.ts";
import { queueMail } from "#src/mail/write.ts";
import { createTestApi } from "../../tests/support/api.ts";
import { countMails } from "../../tests/support/count-mails.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { sendFailedMailsAgain, sendMailAgain, tryJobAgain } from "./background-work.ts";

const database = await createTestDatabase();
const { db } = database;
const deps = { db, clock: () => new Date() };
const admin = mintAdminScope("1", "Boss (boss@example.com)");

beforeEach(() => db.deleteFrom("mails").execute());

afterAll(() => database.close());

async function addMail(state: MailState, raffleId = newId()): Promise<string> {
  await inTransaction(db, (tx) => queueMail(tx, { kind: "entry-receipt", raffleId, entryId: newId(), language: "en" }));
  const { id } = await db.selectFrom("mails").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
  await db.updateTable("mails").set({ state, queuedAt: new Date(), lastError: "X" }).where("id", "=", id).execute();
  return id;
}

/** The changes in the audit log, the latest first. */
async function recorded() {
  const { changes } = await readWholeAuditLog(db, admin, 1);
  return changes.map(({ actor, action, subject }) => [actor, action, subject]);
}

describe("an admin", () => {
  it("has a mail sent again that was not, and the log says so", async () => {
    const { id: raffleId, codeId } = await createTestApi(db).createRaffle();
    for (const state of ["failed", "unclear", "held"] as const) {
      const id = await addMail(state, raffleId);
      expect((await listMails(db, { state, page: 1 })).mails).toEqual([expect.objectContaining({ id, codeId })]);
      expect(await countKinds(db, state)).toEqual([{ kind: "entry-receipt", mails: 1 }]);
      expect(await sendMailAgain(deps, admin, id)).toEqual({ ok: true });
      expect((await recorded())[0]).toEqual([admin.actor, "send-mail-again", `entry-receipt ${id}`]);
    }
    expect(await countMails(db)).toEqual({ waiting: 3 });
  });

  it("has no mail sent again that is on its way, was sent, or is not there", async () => {
    const before = await recorded();
    const ids = [await addMail("waiting"), await addMail("sent"), newId(), "nonsense", ""];
    for (const id of ids) {
      expect(await sendMailAgain(deps, admin, id)).toEqual({ ok: false, refusal: { reason: "mail-not-found" } });
    }
    expect(await countMails(db)).toEqual({ waiting: 1, sent: 1 });
    expect(await recorded()).toEqual(before);
  });

  it("has all failed mails sent again, some hundreds at a time, and no others", async () => {
    await addMail("unclear");
    const rows = Array.from({ length: 501 }, () => ({
      id: newId(),
      kind: "entry-receipt",
      raffleId: newId(),
      entryId: newId(),
      language: "en",
      state: "failed",
    }));
    await db.insertInto("mails").values(rows).execute();
    expect(await sendFailedMailsAgain(deps, admin)).toBe(500);
    expect(await countMails(db)).toEqual({ waiting: 500, failed: 1, unclear: 1 });
    expect((await recorded())[0]).toEqual([admin.actor, "send-failed-mails-again", "500"]);
    expect(await sendFailedMailsAgain(deps, admin)).toBe(1);
    const log = await recorded();
    expect(await sendFailedMailsAgain(deps, admin)).toBe(0);
    expect(await recorded()).toEqual(log);
  });

  it("has a failed job tried again, and the log says so", async () => {
    let broken = true;
    const job = {
      name: "moon",
      retries: { times: 0, firstSeconds: 1, longestSeconds: 1 },
      expireSeconds: 60,
      lookEverySeconds: 0.5,
      run: async () => (broken ? refuse("too far") : accept(undefined)),
    };
    const { connectionString } = database;
    const jobs = await startJobs({ connectionString, timeZone: "Asia/Manila", onError: () => undefined }, [job]);
    try {
      await inTransaction(db, (tx) => jobs.send(tx, job, [{}]));
      const failed = async () => (await listFailedJobs(db, 1)).jobs;
      await expect.poll(failed).toEqual([expect.objectContaining({ reason: "too far" })]);
      const [{ id } = { id: "" }] = await failed();
      broken = false;
      expect(await tryJobAgain(deps, admin, id)).toEqual({ ok: true });
      expect((await recorded())[0]).toEqual([admin.actor, "retry-job", `moon ${id}`]);
      for (const other of [id, newId(), "nonsense"]) {
        expect(await tryJobAgain(deps, admin, other)).toEqual({ ok: false, refusal: { reason: "job-not-found" } });
      }
      await expect.poll(failed).toEqual([]);
    } finally {
      await jobs.stop();
    }
  });
});
