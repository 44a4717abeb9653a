import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { MAIL_COLUMNS } from "#src/mail/read.ts";
import type { Mail } from "#src/mail/schema.ts";
import { asOrganiser, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { forgetDeletions, listDeletions, undoDeletion } from "../edit/undo-deletion.ts";
import { CHANGED_BY_OTHER, changedByOtherRenderer, queueChangedByOther } from "./changed-by-other.ts";

const api = await openTestApi({ ORIGIN: "https://raffles.example.com" });
const { db, pool } = api.database;
const { secret, clock } = api.site;
/** A second more than the minute: the database counts microseconds, which this clock cuts off. */
const inAMinute = () => new Date(Date.now() + 61_000);
const render = changedByOtherRenderer(api.site.config, { keys: mailKeys(secret), secret });

let raffle: TestRaffle;
let organiser: Record<string, string>;
let entryCode: string;
let path: string;

beforeEach(async () => {
  raffle = await api.createRaffle({ name: "Noche Buena" });
  organiser = asOrganiser(raffle.codeId, raffle.accessCode);
  entryCode = await api.enter(raffle, { email: "ana@example.com" });
  await pool.query("update entries set language = 'en'");
  path = `/entries/${entryCode}?raffle=${raffle.id}`;
});

afterEach(() => pool.query("delete from mails; delete from deleted_entries"));

async function notified() {
  const mails = await db.selectFrom("mails").select(MAIL_COLUMNS).where("kind", "=", CHANGED_BY_OTHER).execute();
  return Promise.all(mails.map((mail) => render(db, mail as Mail)));
}

async function edit(changes: Record<string, unknown>, headers = organiser) {
  expect((await api.ask("PATCH", path, changes, headers)).status).toBe(200);
}

describe("an entrant", () => {
  test("hears at the former address of each change of contact by an organiser, and what raffle it is of", async () => {
    await edit({ email: "friend@example.com", phone: "0917 555 7777" });
    const [mail, ...more] = await notified();
    expect(more).toEqual([]);
    expect(mail?.to.address).toBe("ana@example.com");
    expect(mail?.text).toContain("An organiser of “Noche Buena” changed the phone number or the email");
    expect(mail?.text).not.toMatch(/friend@example|555 7777/);
    // The entry may be the friend's now.
    expect(mail?.subject).not.toContain(entryCode);
    expect(mail?.text).not.toContain(entryCode);
    // The friend's address was typed by somebody else, and hears nothing of the next change.
    await edit({ email: "another@example.com" });
    expect(await notified()).toHaveLength(1);
  });

  test("reads how to reach the shop, on the raffle's page until their mailbox has proved itself", async () => {
    await pool.query("update raffles set shop_contact = '0917 555 0142' where id = $1", [raffle.id]);
    await edit({ email: "friend@example.com" });
    const [guarded] = await notified();
    expect(guarded?.text).toContain("How to reach the shop is on the page of the raffle.\n\nSee the raffle:\nhttps://");
    expect(guarded?.text).not.toContain("0917");
    await pool.query("delete from mails; update entries set email = 'ana@example.com', email_key = 'ana@example.com'");
    await pool.query("update entries set retyped_at = null, self_opened_at = now(), confirmed_at = now()");
    await edit({ email: "friend@example.com" });
    expect((await notified())[0]?.text).toContain("How to reach them: 0917 555 0142");
  });

  test("hears nothing of a change that leaves phone and email alone", async () => {
    await edit({ address: "77 Quibbleton Lane" });
    expect(await notified()).toEqual([]);
  });

  test("hears of a deletion when its minute is over, and of none that is undone", async () => {
    expect((await api.send("DELETE", path, undefined, organiser)).status).toBe(204);
    await forgetDeletions({ db, clock, secret });
    expect(await notified()).toEqual([]);
    const claim = { raffle: raffle.codeId, accessCode: raffle.accessCode, exact: true };
    const scope = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.8" }, claim);
    if (!scope.ok) throw new Error("The code is wrong.");
    const [held] = await listDeletions(db, scope.value, clock);
    expect(await undoDeletion({ db, clock }, scope.value, held?.entryId ?? "")).toMatchObject({ ok: true });
    await forgetDeletions({ db, clock: inAMinute, secret });
    expect(await notified()).toEqual([]);

    expect((await api.send("DELETE", `${path}&reason=duplicate`, undefined, organiser)).status).toBe(204);
    await forgetDeletions({ db, clock: inAMinute, secret });
    const [mail] = await notified();
    expect(mail?.to.address).toBe("ana@example.com");
    expect(mail?.subject).toBe(`Your entry was deleted at Tambiolo: ${entryCode}`);
    expect(mail?.text).toContain("An organiser of “Noche Buena” deleted your entry. It cannot win any more.");
    expect(mail?.text).toContain("The reason that was given: you have another entry.");
  });

  test("hears of drops that went, what drops are, and where to see their entry while it has that address", async () => {
    await pool.query("update raffles set draw_requires = 'none', draw_weight = 'drops' where id = $1", [raffle.id]);
    const read = async () => {
      await pool.query("delete from mails");
      const former = { raffleId: raffle.id, entryCode, email: "ana@example.com", language: "en" as const };
      await inTransaction(db, (tx) =>
        queueChangedByOther(
          tx,
          secret,
          { ...former, isTyped: false, isOpened: true, isConfirmed: true },
          { what: "drops", by: "organiser", reason: "", drops: { count: 2, rule: "Buy rice", reason: "Paid back" } },
        ),
      );
      const [mail] = await notified();
      return mail?.text ?? "";
    };
    const text = await read();
    expect(text).toContain("Each drop is one chance in the draw");
    expect(text).toMatch(
      new RegExp(`View your entry:\nhttps://.+/raffle-entry/${raffle.codeId}/${entryCode}\\?own=.{32}\n`),
    );
    expect(text).toContain("because your address belongs to this entry");
    await pool.query("update entries set email = 'friend@example.com', email_key = 'friend@example.com'");
    const later = await read();
    expect(later).not.toContain("/raffle-entry/");
    expect(later).toContain("because your address belonged to this entry");
  });

  test("whose address an organiser typed hears of neither", async () => {
    await pool.query("update entries set network_hash = null where raffle_id = $1", [raffle.id]);
    await edit({ email: "friend@example.com" });
    expect((await api.send("DELETE", path, undefined, organiser)).status).toBe(204);
    await forgetDeletions({ db, clock: inAMinute, secret });
    expect(await notified()).toEqual([]);
  });

  test("whose change was an admin's is told so", async () => {
    await pool.query(
      "insert into deleted_entries select raffle_id, id, now(), to_jsonb(entries), false, 'admin' from entries where raffle_id = $1",
      [raffle.id],
    );
    await forgetDeletions({ db, clock: inAMinute, secret });
    expect((await notified())[0]?.text).toContain("An admin of Tambiolo deleted your entry to “Noche Buena”");
  });
});
