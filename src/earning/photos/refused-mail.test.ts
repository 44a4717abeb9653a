import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffScope } from "#src/access/scope.ts";
import { proveStaff } from "#src/access/staff/staff.ts";
import { groupedCode } from "#src/base/code-formats.ts";
import { newId } from "#src/base/ids.ts";
import type { TestRaffle } from "../../../tests/support/api.ts";
import { type MailServer, startMailServer } from "../../../tests/support/mail-server.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { sendOutbox } from "../../../tests/support/send-outbox.ts";
import { decidePhoto } from "./decide-photo.ts";
import { PHOTO_REFUSED, photoRefusedRenderer } from "./refused-mail.ts";

const ORIGIN = "https://raffles.example.com";
const { database, site, ...api } = await openTestApi({ ORIGIN });
const { db, pool } = database;

let server: MailServer;
let raffle: TestRaffle;
let staff: StaffScope<"check-photos">;
let code: string;

beforeAll(async () => {
  server = await startMailServer();
});

afterAll(async () => {
  await server.close();
  site.pictures.stop();
});

beforeEach(async () => {
  await pool.query("delete from mails; delete from guess_tallies");
  raffle = await api.createRaffle({
    ...{ drawRequires: "none", drawWeight: "drops" },
    rules: [{ details: "Buy for ₱500", drops: 2, proof: "photo", maxTimes: 2 }],
  });
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proved = await proveStaff({ ...site, reader: db, address: "192.0.2.1" }, claim, "check-photos");
  if (!proved.ok) throw new Error("not proved");
  staff = proved.value;
  code = await api.enter(raffle, { email: "ana@example.com" });
  await pool.query("update entries set language = 'en' where raffle_id = $1", [raffle.id]);
  await pool.query("delete from receipt_requests");
});

/** A photo that waits for the shop. What is on it says nothing here. */
async function waiting(): Promise<string> {
  const id = newId();
  await pool.query(
    `insert into proof_photos (raffle_id, id, entry_id, rule_id, content, mark, looks, uploaded_at)
     select raffle_id, $2, id, $3, '', '', repeat('0', 256)::bit(256), now() from entries where raffle_id = $1`,
    [raffle.id, id, raffle.rules[0]?.id],
  );
  return id;
}

const decide = (photoId: string, reason?: string) =>
  decidePhoto(site, staff, { photoId, isAccepted: reason === undefined, ...(reason !== undefined && { reason }) });

const states = async () => (await pool.query("select kind, state from mails order by created_at, id")).rows;

/** Sends all mails of the outbox, and says which ones the mail server got. */
async function sendAll() {
  const before = server.accepted.length;
  await sendOutbox({ database, site, server }, (config, keys) => ({
    [PHOTO_REFUSED]: photoRefusedRenderer(config, keys),
  }));
  return server.accepted.slice(before);
}

test("who sent a refused photo is mailed once: for what, why, and how to send another one", async () => {
  const id = await waiting();
  await decide(id, "See evil.example.com");
  await decide(id, "See evil.example.com");
  const [sent, ...more] = await sendAll();
  expect(more).toEqual([]);
  expect(sent?.to).toBe("ana@example.com");
  expect(sent?.mail.subject).toBe(`Your photo was refused: entry ${groupedCode(code)} at Tambiolo`);
  const text = sent?.mail.text ?? "";
  expect(text).toContain(`Entry code: ${groupedCode(code)}`);
  expect(text).toContain("Sent for: Buy for ₱500\nReason: See evil. example. com\nDue date: ");
  expect(text).toMatch(
    new RegExp(`Send another photo:\\n${ORIGIN}/raffle-entry/${raffle.codeId}/${code}\\?own=[\\w-]{32}#photos\\n`),
  );
});

test("it offers no other photo where none can be sent", async () => {
  await decide(await waiting(), "Unreadable");
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  const text = (await sendAll())[0]?.mail.text;
  expect(text).toMatch(/You cannot send another photo for this now\..+View your entry:\n/s);
  expect(text).not.toMatch(/Send another photo|Due date/);
});

test("nobody is mailed about an accepted photo, without an address, or whose address somebody else typed", async () => {
  await decide(await waiting());
  await pool.query("update entries set network_hash = null where raffle_id = $1", [raffle.id]);
  await decide(await waiting(), "Unreadable");
  await pool.query("update entries set email = '', email_key = null where raffle_id = $1", [raffle.id]);
  await decide(await waiting(), "Unreadable");
  expect(await states()).toEqual([{ kind: PHOTO_REFUSED, state: "waiting" }]);
  expect(await sendAll()).toEqual([]);
  expect(await states()).toEqual([{ kind: PHOTO_REFUSED, state: "dropped" }]);
});

test("a mailbox gets five of them a day, until it has proved that it wants such mails", async () => {
  for (let photo = 0; photo < 6; photo++) await decide(await waiting(), "Unreadable");
  expect(await sendAll()).toHaveLength(5);
  expect((await states()).map(({ state }) => state).toSorted()).toEqual(["dropped", ...Array(5).fill("sent")]);
  await pool.query("update entries set confirmed_at = now() where raffle_id = $1", [raffle.id]);
  await decide(await waiting(), "Unreadable");
  expect(await sendAll()).toHaveLength(1);
});
