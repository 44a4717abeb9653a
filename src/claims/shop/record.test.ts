import { expect, test } from "vitest";
import { lastStep } from "#src/draws/show/rules.ts";
import {
  findShop,
  listClosedOfShop,
  listOpenOfShop,
  readShopAddresses,
  type Shop,
} from "#src/raffles/lists/shop-raffles.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { registerAccount } from "../../../tests/support/account.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { listWordsForShop } from "../words.ts";
import { listAnnounced } from "./announced.ts";
import { readShopRecord } from "./record.ts";
import { createShops } from "./shops.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { draw } = drawnClaimsOf(api);
const { site } = api;
const { db, pool } = api.database;

const shopFields = { shopName: "Nanay Luz Bakery", shopPlace: "Jaro", status: "Published" };
const own = (raffleId: string, userId: string, joined = "2026-01-01") =>
  pool.query("insert into raffle_members values ($1, $2, 'owner', $3)", [raffleId, userId, joined]);

async function addressOf(id: string): Promise<string | undefined> {
  const raffle = await findRaffle(db, id);
  return raffle ? (await readShopAddresses(db, [raffle])).get(id) : undefined;
}

async function shopOf(id: string): Promise<Shop> {
  const shop = await findShop(db, (await addressOf(id)) ?? "");
  if (!shop) throw new Error("It has no shop.");
  return shop;
}

test("a shop has the published raffles of one account under one name, and nobody else's", async () => {
  const luz = (await registerAccount(site, "luz@example.com")).account.userId;
  const jun = (await registerAccount(site, "jun@example.com")).account.userId;
  const create = (changes: object) => api.createRaffle({ ...shopFields, ...changes });
  const [first, other, hidden, renamed, copied, shared, alone] = [
    await create({}),
    await create({ shopName: "NANAY LUZ bakery!" }),
    await create({ status: "Unpublished" }),
    await create({ shopName: "Luz Cakes" }),
    await create({}),
    await create({}),
    await create({}),
  ];
  for (const { id } of [first, other, hidden, renamed]) await own(id, luz);
  await own(copied.id, jun);
  // A stranger's raffle does not come along with an owner whom they add.
  await own(shared.id, jun);
  await own(shared.id, luz, "2026-02-01");

  const shop = await shopOf(first.id);
  expect((await listOpenOfShop(db, shop)).map(({ id }) => id).toSorted()).toEqual([first.id, other.id].toSorted());
  expect(await addressOf(other.id)).toBe(await addressOf(first.id));
  expect(await addressOf(copied.id)).not.toBe(await addressOf(first.id));
  expect(await addressOf(shared.id)).toBe(await addressOf(copied.id));
  expect(await Promise.all([hidden, alone].map(({ id }) => addressOf(id)))).toEqual([undefined, undefined]);

  const address = (await addressOf(first.id)) ?? "";
  expect(await findShop(db, address.replace("nanay", "tatay"))).toBeNull();
  await pool.query("update users set banned = true where id = $1", [luz]);
  expect([await findShop(db, address), await addressOf(first.id)]).toEqual([null, undefined]);
  await pool.query("delete from users where id = $1", [luz]);
  expect(await addressOf(first.id)).toBeUndefined();
});

test("a shop's record counts each prize once, by what became of it", async () => {
  const { userId } = (await registerAccount(site, "nena@example.com")).account;
  const raffle = await draw({ ...shopFields, shopName: "Nena" }, 3);
  await own(raffle.id, userId);
  const shop = await shopOf(raffle.id);
  const announced = await listAnnounced(db, shop);
  expect(announced.map(({ id, isUnderWay }) => [id, isUnderWay])).toEqual([[raffle.id, false]]);
  expect((await listClosedOfShop(db, shop, 1)).raffles.map(({ id }) => id)).toEqual([raffle.id]);
  const ids = announced.map(({ id }) => id);
  const record = (now = new Date()) => readShopRecord(db, ids, now);
  const rest = { lapsed: 0, notGiven: 0, nobody: 0 };
  expect(await record()).toEqual({ draws: 1, prizes: 3, handedOver: 0, waiting: 3, ...rest });

  const [handed, declined, late] = raffle.claims;
  const set = (change: string, id: string | undefined) => pool.query(`update claims set ${change} where id = $1`, [id]);
  await set(
    "claimed_at = now(), voucher_code = 'AAAAAAAAAA', handed_over_at = now(), handed_over_by = 'shop'",
    handed?.id,
  );
  await set("declined_at = now()", declined?.id);
  const counted = { draws: 1, prizes: 3, handedOver: 1, waiting: 1, ...rest, lapsed: 1 };
  expect(await record()).toEqual(counted);
  expect(await record(new Date((late?.claimBy.getTime() ?? 0) + 1))).toEqual({ ...counted, waiting: 0, lapsed: 2 });
  await set("gone_at = now()", late?.id);
  expect(await record()).toEqual({ ...counted, waiting: 0, nobody: 1 });
  expect(await readShopRecord(db, [], new Date())).toMatchObject({ draws: 0, prizes: 0 });

  const say = (onShopPage: boolean) =>
    pool.query(
      `insert into winner_words (raffle_id, claim_id, sentence, agreed_at, shown, on_shop_page)
       values ($1, $2, 'Salamat', now(), true, $3)
       on conflict (raffle_id, claim_id) do update set on_shop_page = excluded.on_shop_page`,
      [raffle.id, handed?.id, onShopPage],
    );
  await say(false);
  expect(await listWordsForShop(db, ids)).toEqual([]);
  await say(true);
  expect(await listWordsForShop(db, ids)).toMatchObject([{ raffleId: raffle.id, sentence: "Salamat" }]);
});

test("a shop's page has record and words on its first page alone, once the show has revealed all prizes", async () => {
  const { userId } = (await registerAccount(site, "rosa@example.com")).account;
  const raffle = await draw({ ...shopFields, shopName: "Rosa" }, 3);
  await own(raffle.id, userId);
  const address = (await addressOf(raffle.id)) ?? "";
  const read = (page: number) => createShops(db).read(address, page, new Date());
  expect(await read(1)).toMatchObject({ record: { draws: 1, prizes: 3 }, closed: { raffles: [{ id: raffle.id }] } });
  expect([await read(2), await read(10_000)]).toEqual([null, null]);

  const { rows } = await pool.query("select count(*)::int as prizes from prizes where raffle_id = $1", [raffle.id]);
  const showAt = (step: number) =>
    pool.query(
      `insert into draw_shows (raffle_id, step, updated_at) values ($1, $2, now())
       on conflict (raffle_id) do update set step = excluded.step`,
      [raffle.id, step],
    );
  await showAt(1);
  expect(await read(1)).toMatchObject({ record: { draws: 0, prizes: 0, waiting: 0, nobody: 0 }, words: [] });
  await showAt(lastStep(rows[0].prizes));
  expect(await read(1)).toMatchObject({ record: { draws: 1, prizes: 3 } });

  // How the page looks stays with the shop's first raffle: a newer one's access code must not change it.
  const newer = await api.createRaffle({ ...shopFields, shopName: "ROSA" });
  await own(newer.id, userId);
  expect(await read(1)).toMatchObject({ oldest: raffle.id, open: [{ id: newer.id }] });
});
