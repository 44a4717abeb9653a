import { beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { asOrganiser, createTestApi, entryBody, type TestRaffle } from "../../tests/support/api.ts";
import { createImportDesk, HEADER, person } from "../../tests/support/import-desk.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { submissionOf } from "../../tests/support/submissions.ts";
import { waitingForLocks } from "../../tests/support/waiting-for-locks.ts";
import { insertEntries } from "./submit/insert-entries.ts";
import { newEntryCode } from "./submit/submission.ts";

const CROWD = 40;
const TAKEN = "Email already used for this raffle.";

const { database, ...api } = await openTestApi();
const { db } = database;
/** Another process of the site. */
const other = createTestApi(db);

let raffle: TestRaffle;

beforeEach(async () => {
  raffle = await api.createRaffle({ entriesPerMailbox: "one" });
});

const spelling = (n: number) => `j${".".repeat(n % 2)}uan+${n}@${n % 3 === 0 ? "googlemail.com" : "gmail.com"}`;
const enter = (email: string, to = raffle) => api.ask("POST", `/raffles/${to.codeId}/entries`, entryBody({ email }));
const allow = async (entriesPerMailbox: string, to = raffle) =>
  api.ask("PATCH", `/raffles/${to.codeId}`, { version: 1, entriesPerMailbox }, asOrganiser(to.codeId, to.accessCode));

/** How many of a crowd with one mailbox get in, by the answers' sentences. */
async function crowd(to: TestRaffle) {
  const answers = await Promise.all(
    Array.from({ length: CROWD }, async (_, n) => {
      const body = entryBody({ email: spelling(n) });
      const answer = await (n % 2 === 0 ? api : other).ask("POST", `/raffles/${to.codeId}/entries`, body);
      return String(answer.body.detail ?? answer.status);
    }),
  );
  return Object.fromEntries([...Map.groupBy(answers, (one) => one)].map(([name, all]) => [name, all.length]));
}

describe("a raffle with one entry for a mailbox", () => {
  it("takes one of a crowd at once in two processes; as a control, any other takes all", async () => {
    expect(await crowd(raffle)).toEqual({ "201": 1, [TAKEN]: CROWD - 1 });
    expect(await crowd(await api.createRaffle())).toEqual({ "201": CROWD });
  });

  it("counts a repeated request once, and names the taken email as any other", async () => {
    const body = entryBody({ email: spelling(1), entryCode: newEntryCode() });
    const send = () => api.ask("POST", `/raffles/${raffle.codeId}/entries`, body);
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    expect((await enter(spelling(2))).body).toMatchObject({ code: "email-taken", errors: { email: [TAKEN] } });
  });

  it("holds what organiser and entrant change to it, and frees the mailbox before", async () => {
    await api.enter(raffle, { email: spelling(1) });
    const entryCode = await api.enter(raffle, { email: "ana@example.com", phone: "0917 600 0001" });
    const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
    const byOrganiser = (email: string) =>
      api.ask("PATCH", `/entries/${entryCode}?raffle=${raffle.id}`, { email }, organiser);
    const byEntrant = (email: string) =>
      api.ask("PATCH", `/entries/${entryCode}`, { email }, { "x-entrant-contact": "0917 600 0001" });
    for (const change of [byOrganiser, byEntrant]) {
      expect((await change(spelling(2))).body).toMatchObject({ code: "email-taken" });
    }
    expect([(await byOrganiser("bea+1@example.com")).status, (await byEntrant("cora+1@example.com")).status]).toEqual([
      200, 200,
    ]);
    expect((await enter("cora@example.com")).status).toBe(409);
    expect((await enter("bea@example.com")).status).toBe(201);
  });

  it("says at the line of a file that a mailbox is there twice, or in already", async () => {
    const imports = createImportDesk(database);
    const desk = await imports.open({ entriesPerMailbox: "one" });
    await enter("ana+1@example.com", desk.raffle);
    const emails = ["ana+2@example.com", "bea@example.com", "bea+2@example.com"];
    const id = await imports.upload(desk, [HEADER, ...emails.map((email) => person({ email }))]);
    const checked = (await imports.check(desk, id))?.checked;
    expect(checked?.bad.flatMap(({ faults }) => faults.map(({ messages }) => messages[0]?.key))).toEqual([
      "emailTaken",
      "emailRepeated",
    ]);
    expect(checked?.ready).toHaveLength(1);
  });
});

describe("how many entries a mailbox may have", () => {
  it("changes until somebody enters", async () => {
    const free = await api.createRaffle();
    expect((await allow("one", free)).status).toBe(200);
    await enter("ana@example.com");
    expect((await allow("any")).body).toMatchObject({
      errors: { entriesPerMailbox: [expect.stringContaining("joined")] },
    });
  });

  it("waits for who enters at this moment, and then is fixed", async () => {
    const found = (await findRaffle(db, raffle.id)) as PublicRaffle;
    const entered = Promise.withResolvers<void>();
    const ends = Promise.withResolvers<void>();
    const entering = inTransaction(db, async (tx) => {
      await insertEntries(tx, [submissionOf(found, entryBody())]);
      entered.resolve();
      await ends.promise;
    });
    await entered.promise;
    const changed = allow("any");
    await expect.poll(() => waitingForLocks(database.pool)).toBe(1);
    ends.resolve();
    await entering;
    expect((await changed).status).toBe(422);
  });
});
