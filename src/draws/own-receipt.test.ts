import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { expect, test } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import { asOrganiser, entryBody } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { lockList } from "./lock/lock-list.ts";
import { siteKeyPair } from "./lock/site-key.ts";
import { receiptFile, type SignedReceipt } from "./own-receipt.ts";
import { QUICKNET } from "./protocol/beacon/chains.ts";
import { faultOfReceipt } from "./protocol/list/receipt.ts";

const { database, site, ...api } = await openTestApi();

const raffle = await api.createRaffle();
const [ham, queso] = ["HAM", "QUESO"].map((code) => raffle.prizes.find(({ prizeCode }) => prizeCode === code)?.id);
const body = entryBody({
  rules: raffle.rules.filter(({ number }) => number === 2).map(({ id }) => id),
  wishes: [{ prizeId: queso }, { prizeId: ham }],
});
const entryCode = await api.enter(raffle, body);
const path = `/entries/${entryCode.toLowerCase()}/receipt`;

async function download(): Promise<SignedReceipt> {
  const answer = await api.send("GET", path, undefined, { "x-entrant-contact": String(body.email) });
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="receipt-${entryCode}.json"`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return answer.json();
}

test("a receipt says what was done and wished, and is signed with the site's key", async () => {
  const { receipt, signature, siteKey } = await download();
  expect(siteKey).toBe(siteKeyPair(site.secret).siteKey);
  expect(receipt).toMatchObject({ raffle: raffle.codeId, entryCode, wishes: ["HAM", "QUESO"], rules: [2] });
  expect(faultOfReceipt(receipt, signature, siteKey)).toBeUndefined();
});

test("no character of it can be changed", async () => {
  const { receipt, signature, siteKey } = await download();
  const text = canonicalJson(receipt);
  let changed = 0;
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === "1" ? "2" : "1";
    const forged = readJson(`${text.slice(0, at)}${other}${text.slice(at + 1)}`);
    if (forged === undefined) continue;
    expect([at, faultOfReceipt(forged, signature, siteKey)]).not.toEqual([at, undefined]);
    changed += 1;
  }
  expect(changed).toBeGreaterThan(100);
  expect(
    faultOfReceipt(
      receipt,
      signature.replace(/^./, (first) => (first === "0" ? "1" : "0")),
      siteKey,
    ),
  ).toBeDefined();
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test("it needs the phone or e-mail, and its seal is that of the locked list", async () => {
  expect(await api.ask("GET", path)).toMatchObject({ status: 403, body: { code: "contact-required" } });
  await api.enter(raffle, { rules: raffle.rules.map(({ id }) => id) });
  await database.pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  expect(await lockList({ ...site, chain: QUICKNET }, { raffleId: raffle.id, actor: "site" })).toMatchObject({
    ok: true,
  });
  const { receipt } = await download();
  const list = await (await api.send("GET", `/raffles/${raffle.codeId}/draw/tickets`)).text();
  expect(list.split("\n").filter((line) => line.includes(receipt.seal))).toHaveLength(1);
  expect((await api.ask("GET", path, undefined, asOrganiser(raffle.codeId, "ZZZZ"))).status).toBe(403);
});

test("comes with a mail as the same file", async () => {
  const entry = await database.db
    .selectFrom("entries")
    .select("id")
    .where("entryCode", "=", entryCode)
    .executeTakeFirst();
  const scope = await entrantToWriteTo(database.db, { raffleId: raffle.id, entryId: entry?.id ?? "" });
  const file = scope && (await receiptFile({ ...site, db: database.db }, scope));
  expect(file).toMatchObject({ name: `receipt-${entryCode}.json`, type: "application/json" });
  const { receipt, signature, siteKey } = JSON.parse(file?.content ?? "") as SignedReceipt;
  expect([receipt.entryCode, faultOfReceipt(receipt, signature, siteKey)]).toEqual([entryCode, undefined]);
});

test("its QR code leads to the checks of the draw with the receipt in it, for those alone who may read it", async () => {
  const stranger = await api.send("GET", `${path}/qr`);
  expect([stranger.status, (await stranger.json()).code]).toEqual([403, "contact-required"]);
  const answer = await api.send("GET", `${path}/qr`, undefined, { "x-entrant-contact": String(body.email) });
  const picture = sharp(Buffer.from(await answer.arrayBuffer()), { density: 300 })
    .resize(900)
    .flatten({ background: "#fff" });
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const address = decodeQR({ data, height: info.height, width: info.width });
  const [page, encoded = ""] = address.split("#receipt=");
  expect(page).toBe(`${site.config.origin}/raffle/${raffle.codeId}/draw`);
  const { receipt, signature, siteKey } = JSON.parse(Buffer.from(encoded, "base64url").toString()) as SignedReceipt;
  expect([receipt.entryCode, faultOfReceipt(receipt, signature, siteKey)]).toEqual([entryCode, undefined]);
});
