import type { Reader } from "#src/db/connect.ts";
import {
  findOldestOfShop,
  findShop,
  listClosedOfShop,
  listOpenOfShop,
  readShopAddresses,
  type Shop,
} from "#src/raffles/lists/shop-raffles.ts";
import type { PublicRaffle, RaffleSummary } from "#src/raffles/schema.ts";
import { listWordsForShop, type ShownWords } from "../words.ts";
import { listAnnounced } from "./announced.ts";
import { readShopRecord, type ShopRecord } from "./record.ts";

/** Words of a winner, and the raffle that they are about. */
type WordsOfShop = ShownWords & { readonly codeId: string; readonly raffle: string };

/** A shop as everybody may see it. */
export type PublicShop = {
  /** The raffle that was made first, by which the shop looks. */
  readonly oldest: string;
  readonly open: readonly RaffleSummary[];
  readonly closed: { readonly raffles: readonly RaffleSummary[]; readonly more: boolean };
  readonly record: ShopRecord;
  readonly words: readonly WordsOfShop[];
};

/**
 * The pages of shops, for pages that are cached for everybody. Those cannot read accounts and claims themselves; what
 * comes from here names nobody.
 */
export type Shops = {
  /** The addresses of raffles' shops, by the raffles' ids; those without a shop's page are missing. */
  addressesOf(
    raffles: readonly Pick<PublicRaffle, "id" | "shopName" | "status">[],
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * The shop with an address; null if there is none. Pages after the first have closed raffles alone, and are null
   * without any: strangers may ask for ten thousand of them.
   *
   * @param page of its closed raffles, counted from 1
   */
  read(address: string, page: number, now: Date): Promise<PublicShop | null>;
};

export function createShops(reader: Reader): Shops {
  return {
    addressesOf: (raffles) => readShopAddresses(reader, raffles),
    async read(address, page, now) {
      const shop = await findShop(reader, address);
      return shop && readShop(reader, shop, page, now);
    },
  };
}

async function readShop(reader: Reader, shop: Shop, page: number, now: Date): Promise<PublicShop | null> {
  const closed = await listClosedOfShop(reader, shop, page);
  if (page > 1 && closed.raffles.length === 0) return null;
  const [oldest, open, announced] = await Promise.all([
    findOldestOfShop(reader, shop),
    page === 1 ? listOpenOfShop(reader, shop) : [],
    page === 1 ? listAnnounced(reader, shop) : [],
  ]);
  if (!oldest) return null;
  const shown = new Map(announced.flatMap((raffle) => (raffle.isUnderWay ? [] : [[raffle.id, raffle]])));
  const [record, words] = await Promise.all([
    readShopRecord(reader, [...shown.keys()], now),
    listWordsForShop(reader, [...shown.keys()]),
  ]);
  return {
    ...{ oldest, open, closed, record },
    words: words.map(({ raffleId, ...said }) => {
      const { codeId = "", name: raffle = "" } = shown.get(raffleId) ?? {};
      return { ...said, codeId, raffle };
    }),
  };
}
