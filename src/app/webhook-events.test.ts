import { expect, test } from "vitest";
import { newId } from "#src/base/ids.ts";
import { claimPrize } from "#src/claims/claiming/claim-prize.ts";
import { spendVoucher } from "#src/claims/vouchers/spend-voucher.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { drawRaffle } from "#src/draws/drawing/draw-raffle.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { webhookDelivery } from "#src/webhooks/delivery.ts";
import { addEndpoint } from "#src/webhooks/endpoints.ts";
import { announceClosed } from "#src/webhooks/feed.ts";
import { createPost } from "#src/webhooks/post.ts";
import { WEBHOOK_KINDS } from "#src/webhooks/schema.ts";
import type { TestRaffle } from "../../tests/support/api.ts";
import { TEST_CHAIN, testBeacon } from "../../tests/support/beacon-relay.ts";
import { claimBody, winnerOf } from "../../tests/support/claiming.ts";
import { drawMailsOf, people } from "../../tests/support/draw-mails.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { organiserScope } from "../../tests/support/organiser-scope.ts";
import { voucherStaff } from "../../tests/support/vouchers.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../tests/support/webhook-receiver.ts";
import { SENDER } from "../../tests/support/webhooks.ts";
import { webhookContents } from "./start-background.ts";

const api = await openTestApi({ WEBHOOK_TARGETS: "any" }, { chain: TEST_CHAIN });
const { site } = api;
const { db, pool } = api.database;
const { enterAll, lock } = drawMailsOf(api);

/** A whole telephone number: four digits of one also stand in the ids of entries. */
const NUMBER = /\b0917\d{7}\b/;
const PERSONAL = new RegExp(`Eva|Ana|Maria|Peña|Rizal|@|${NUMBER.source}`);

const indexAll = async () => {
  while ((await indexNextEntries(db)).changes > 0);
};

/** A raffle whose receiver is told of everything. */
async function hookedRaffle(receiver: WebhookReceiver, withPeople: boolean) {
  const raffle = await api.createRaffle({ rules: [], drawRequires: "none" });
  const scope = await organiserScope(site, raffle);
  const sent = { url: receiver.url, kinds: WEBHOOK_KINDS, withPeople };
  const added = await addEndpoint(site, scope, sent, SENDER);
  if (!added.ok) throw new Error(added.refusal.reason);
  const place = { raffleId: raffle.id, endpointId: added.value.id };
  /** What comes until nothing waits, in the order in which it was announced. */
  const heard = async () => {
    receiver.received.length = 0;
    const options = { db, secret: site.secret, contents: webhookContents, post: createPost({ targets: "any" }) };
    await webhookDelivery({ ...options, stopping: site.stopping }).run(place, site.stopping);
    return receiver.received.map(({ message: { type, data } }) => ({ type, ...data }));
  };
  return { raffle, scope, heard };
}

const changeEntries = async (raffle: TestRaffle, sql: string) => {
  await pool.query(`${sql} where raffle_id = $1`, [raffle.id]);
  await indexAll();
};

test("entries are told of in batches as they came, changed and went; of the erased, nothing but ids", async () => {
  const receiver = await startWebhookReceiver();
  const { raffle, heard } = await hookedRaffle(receiver, true);
  const bystander = await api.createRaffle();
  await enterAll(raffle, people(60));
  await api.enter(bystander);
  await indexAll();
  const came = await heard();
  expect(came.map(({ type }) => type)).toEqual(Array(came.length).fill("entry.created"));
  const entries = came.flatMap((message) => (message as unknown as { entries: Record<string, unknown>[] }).entries);
  expect([came.length < 60, entries.length, new Set(entries.map(({ id }) => id)).size]).toEqual([true, 60, 60]);
  expect(entries[0]).toMatchObject({ firstName: "Maria", lastName: "Peña", valid: true, disqualified: false });
  expect(JSON.stringify(came)).toMatch(NUMBER);

  await changeEntries(raffle, "update entries set first_name = 'Ana'");
  await pool.query("update entries set first_name = 'Eva' where raffle_id = $1", [raffle.id]);
  const changed = await heard();
  expect(changed.map(({ type }) => type)).toEqual(["entry.changed", "entry.changed"]);
  // What is true when it is sent, not when it was announced.
  expect(changed[0]).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ firstName: "Eva" })]),
  });

  // Changed and gone before anybody was told.
  await indexAll();
  await changeEntries(raffle, "delete from entries");
  const gone = await heard();
  expect(gone.map(({ type }) => type)).toEqual(["entry.deleted", "entry.deleted"]);
  expect(JSON.stringify(gone)).not.toMatch(PERSONAL);
  const log = await pool.query("select * from webhook_deliveries where raffle_id = $1", [raffle.id]);
  expect(log.rows.some(({ state }) => state === "dropped")).toBe(true);
  expect(JSON.stringify(log.rows)).not.toMatch(PERSONAL);
  const others = await pool.query("select from webhook_deliveries where raffle_id = $1", [bystander.id]);
  expect(others.rows).toEqual([]);
  await receiver.close();
});

test("an entry that went before anybody could be told was never there, and one that came back is new", async () => {
  const receiver = await startWebhookReceiver();
  const { raffle, heard } = await hookedRaffle(receiver, true);
  await api.enter(raffle);
  await changeEntries(raffle, "delete from entries");
  expect(await heard()).toEqual([]);
  await receiver.close();
});

test("a raffle is told of from its closing to its last prize, without names where the organiser wants none", async () => {
  const receiver = await startWebhookReceiver();
  const { raffle, heard } = await hookedRaffle(receiver, false);
  await enterAll(raffle, people(4));
  await indexAll();
  const [created] = await heard();
  expect(created).toMatchObject({
    type: "entry.created",
    raffle: { codeId: raffle.codeId, name: "Noche Buena Basket" },
  });
  expect(JSON.stringify(created)).not.toMatch(new RegExp(`${PERSONAL.source}|wishes`));
  expect(JSON.stringify(created)).toMatch(/"entryCode":"[A-Z0-9]{8}"/);

  await pool.query("update webhook_endpoints set created_at = now() - interval '1 hour' where raffle_id = $1", [
    raffle.id,
  ]);
  await lock(raffle);
  await inTransaction(db, announceClosed);
  expect(new Set((await heard()).map(({ type }) => type))).toEqual(new Set(["raffle.closed", "raffle.locked"]));

  const { rows } = await pool.query(
    "update draw_locks set round_at = date_trunc('second', now()) where raffle_id = $1 returning round::int",
    [raffle.id],
  );
  const drawn = () => drawRaffle(site, { raffleId: raffle.id, actor: "site" }, testBeacon(rows[0].round));
  expect([await drawn(), await drawn()]).toEqual([true, false]);
  const draws = await heard();
  expect(draws).toMatchObject([
    {
      type: "raffle.drawn",
      draw: { tickets: 4 },
      winners: [{ prizeCode: "HAM" }, { prizeCode: "HAM" }, { prizeCode: "QUESO" }],
      prizesWithoutWinner: [],
    },
  ]);
  const [{ winners } = { winners: [] }] = draws as unknown as { winners: { claimId: string; entryId: string }[] }[];
  const { claimId = "", entryId } = winners[0] ?? {};

  const visitor = { address: "192.0.2.7", solution: undefined };
  const winner = await winnerOf(db, { ...raffle, codes: {}, winners: [], others: [], claims: [] }, claimId);
  for (const day of ["Saturday", "Sunday"]) {
    expect(await claimPrize({ ...site, ...visitor }, winner, claimId, claimBody({ day }))).toMatchObject({ ok: true });
  }
  expect(await heard()).toMatchObject([{ type: "claim.made", claim: { id: claimId, entryId, handedOverAt: null } }]);

  const { rows: claims } = await pool.query("select voucher_code from claims where id = $1", [claimId]);
  const code = claims[0].voucher_code;
  const staff = await voucherStaff(api, raffle);
  await spendVoucher(site, staff, { code, key: newId() });
  await spendVoucher(site, staff, { code, key: newId() });
  const [used, ...more] = await heard();
  expect([used, more]).toMatchObject([{ type: "voucher.used", claim: { id: claimId, prizeCode: "HAM" } }, []]);
  expect(JSON.stringify(used)).not.toContain(code);
  await receiver.close();
});
