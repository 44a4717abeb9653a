import { expect, it } from "vitest";
import type { AccountScope } from "#src/access/scope.ts";
import { registerAccount } from "../../../tests/support/account.ts";
import { raffleBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { createRaffleFrom } from "../lifecycle/create-raffle.ts";
import { findRaffle } from "../read.ts";
import { NO_PICTURES } from "../shop/shop-pictures.ts";
import { readNextOfShop } from "./next-of-shop.ts";

const { site } = await openTestApi();
const { db } = site;

async function create(owner: AccountScope | null, changes: object) {
  const body = raffleBody({ shopName: "Nanay Luz Bakery", status: "Published", ...changes });
  const deps = { ...site, address: "192.0.2.1", solution: null, timeZone: "Asia/Manila", owner };
  const created = await createRaffleFrom(deps, body, { banner: null, pictures: NO_PICTURES });
  if (!created.ok) throw new Error(created.refusal.reason);
  const raffle = await findRaffle(db, created.value.id);
  if (!raffle) throw new Error("It is gone.");
  return raffle;
}

it("names the open raffle of the same shop that closes first, and none of another shop or owner", async () => {
  const [shop, other] = [
    await registerAccount(site, "luz@example.com"),
    await registerAccount(site, "jun@example.com"),
  ];
  const over = await create(shop.account, { name: "Over" });
  const guests = await create(null, { name: "Of a guest" });
  await db
    .updateTable("raffles")
    .set({ dueDate: new Date(0) })
    .where("id", "=", over.id)
    .execute();
  expect(await readNextOfShop(db, over)).toBeNull();
  await create(other.account, { name: "Of another owner" });
  await create(shop.account, { name: "Of another name", shopName: "Luz Cakes" });
  await create(shop.account, { name: "Hidden", status: "Unpublished" });
  const later = await create(shop.account, { name: "Later" });
  await db
    .updateTable("raffles")
    .set({ dueDate: new Date(later.dueDate.getTime() + 1000) })
    .where("id", "=", later.id)
    .execute();
  const soon = await create(shop.account, { name: "Soon" });
  expect(await readNextOfShop(db, over)).toMatchObject({ codeId: soon.codeId, name: "Soon" });
  expect(await readNextOfShop(db, guests)).toBeNull();
  expect(await readNextOfShop(db, { ...over, shopName: "" })).toBeNull();
});
