import { beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#src/base/clock.ts";
import { CONTACT_CHANGED, contactChangedRenderer } from "#src/entries/mails/contact-changed.ts";
import { createRobotCheck } from "#src/entries/robots/robot-check.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { MAIL_COLUMNS } from "#src/mail/read.ts";
import type { Mail } from "#src/mail/schema.ts";
import { asOrganiser, createTestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const { database, ...api } = await openTestApi();
const { db } = database;

const OLD = { phone: "0917 600 0001", email: "ana.old@example.com" };
const NEW = { phone: "+63 917 600 0002", email: "ana.new@example.com" };
const byPhone = (phone: string) => ({ "x-entrant-contact": phone });

let raffle: TestRaffle;
let code: string;

beforeEach(async () => {
  raffle = await api.createRaffle();
  code = await api.enter(raffle, OLD);
});

function correct(body: unknown, headers: Record<string, string> = byPhone(OLD.phone), through = api) {
  return through.ask("PATCH", `/entries/${code}`, body, headers);
}

async function mails() {
  return db
    .selectFrom("mails")
    .select(MAIL_COLUMNS)
    .$castTo<Mail>()
    .where("raffleId", "=", raffle.id)
    .orderBy("kind")
    .execute();
}

/** What the mail about a change says, and to whom. */
async function changeNotice() {
  const mail = (await mails()).find(({ kind }) => kind === CONTACT_CHANGED);
  const render = contactChangedRenderer(api.site.config, { keys: mailKeys(api.site.secret) });
  return mail && render(db, mail);
}

describe("an entrant who corrects phone and e-mail", () => {
  it("has both as typed, is found by the new and no longer by the old, and frees the old for others", async () => {
    const { status, body } = await correct(NEW);
    expect([status, body.entry]).toEqual([200, expect.objectContaining({ ...NEW, masked: false })]);
    expect((await api.ask("GET", `/entries/${code}`, undefined, byPhone(OLD.email))).status).toBe(403);
    expect((await api.ask("GET", `/entries/${code}`, undefined, byPhone(NEW.email))).body.entry).toMatchObject(NEW);
    expect(await api.enter(raffle, OLD)).toMatch(/^[A-Z]{8}$/);
  });

  it("changes ticks with them, or nothing at all", async () => {
    const rules = [raffle.rules[0]?.id];
    const answer = await correct({ rules, phone: "12" });
    expect([answer.status, answer.body.errors]).toEqual([422, { phone: [expect.any(String)] }]);
    const done = async () =>
      (await db.selectFrom("entries").select("doneRules").where("entryCode", "=", code).executeTakeFirst())?.doneRules;
    expect(await done()).toEqual([]);
    expect((await correct({ rules, phone: NEW.phone })).status).toBe(200);
    expect(await done()).toEqual(rules);
  });

  it("mails the address as it was, in words that name neither code nor new values, and the receipt to a new one", async () => {
    await correct(NEW);
    expect((await mails()).map(({ kind }) => kind)).toEqual([CONTACT_CHANGED, "entry-receipt"]);
    const notice = await changeNotice();
    expect(notice?.to.address).toBe(OLD.email);
    for (const part of [notice?.text, notice?.html]) {
      expect(part).toContain("Noche Buena Basket");
      expect(part).not.toMatch(new RegExp(`${code}|ana\\.new|600 0002|\\{\\{`));
    }
  });

  it("mails the same address of a new phone, and no receipt; nothing where nothing changes", async () => {
    expect((await correct({ ...OLD })).status).toBe(200);
    expect(await mails()).toEqual([]);
    await correct({ phone: NEW.phone, email: OLD.email });
    expect((await mails()).map(({ kind }) => kind)).toEqual([CONTACT_CHANGED]);
    expect((await changeNotice())?.to.address).toBe(OLD.email);
  });

  it("is not told by mail once the entry is erased", async () => {
    await correct(NEW);
    await api.send("DELETE", `/entries/${code}`, undefined, byPhone(NEW.phone));
    expect(await changeNotice()).toBeNull();
    const logged = await db.selectFrom("auditLog").select("before").where("scopeId", "=", raffle.id).execute();
    expect(logged).toEqual([{ before: null }, { before: null }]);
  });

  it("is in the organiser's log", async () => {
    await correct(NEW);
    const line = await db.selectFrom("auditLog").selectAll().where("subject", "=", code).executeTakeFirstOrThrow();
    expect(line).toMatchObject({ action: "update-entry", actor: "entrant", before: OLD, after: NEW });
  });

  it("needs the phone or e-mail as it is: the code alone, or a wrong one, changes nothing", async () => {
    expect(await correct(NEW, {})).toMatchObject({ status: 403, body: { code: "contact-required" } });
    expect(await correct(NEW, byPhone(NEW.phone))).toMatchObject({ status: 403, body: { code: "contact-mismatch" } });
    expect((await correct({ ...NEW, firstName: "Eva" })).body.code).toBe("organiser-only");
    expect(await mails()).toEqual([]);
  });

  it.each([
    ["phone", { phone: "0917 600 0009" }, "phone-taken"],
    ["email", { email: " Ben@Example.com" }, "email-taken"],
  ])("is refused another entry's %s, as when entering", async (field, wanted, reason) => {
    await api.enter(raffle, { phone: "0917 600 0009", email: "ben@example.com" });
    const answer = await correct(wanted);
    expect([answer.status, answer.body.code]).toEqual([409, reason]);
    expect(answer.body.errors).toHaveProperty(field);
    expect(await mails()).toEqual([]);
  });

  it("counts as an entry does: refused ones too, until a puzzle is asked for", async () => {
    const robots = createRobotCheck({ secret: api.site.secret, enabled: true, note: () => undefined });
    const guarded = { ...api, ...createTestApi(db, {}, { robots }) };
    await api.enter(raffle, { phone: "0917 600 0009" });
    const answers = new Set<unknown>();
    for (let n = 0; n < 200 && !answers.has("challenge-required"); n += 1) {
      answers.add((await correct({ phone: "0917 600 0009" }, byPhone(OLD.phone), guarded)).body.code);
    }
    expect([...answers]).toEqual(["phone-taken", "challenge-required"]);
  });

  it("changes them five times a day, and no more", async () => {
    let phone = OLD.phone;
    for (let n = 1; n <= 5; n += 1) {
      const next = `0917 601 000${n}`;
      expect((await correct({ phone: next }, byPhone(phone))).status).toBe(200);
      phone = next;
    }
    const answer = await correct(NEW, byPhone(phone));
    expect([answer.status, answer.body.code]).toEqual([429, "contact-changed-often"]);
  });

  it("is too late after the due date; the organiser may still", async () => {
    await db
      .updateTable("raffles")
      .set({ dueDate: new Date(systemClock().getTime() - 1000) })
      .where("id", "=", raffle.id)
      .execute();
    expect(await correct(NEW)).toMatchObject({ status: 409, body: { code: "too-late" } });
    expect((await correct(NEW, asOrganiser(raffle.codeId, raffle.accessCode))).status).toBe(200);
  });
});
