import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Banner } from "../pictures/banner-format.ts";
import type { ShopPicture } from "../pictures/shop-picture.ts";

/** The raffle whose pictures a new one begins with, and which of them its organiser leaves out. */
export type PicturesFrom = {
  readonly scope: OrganiserScope;
  readonly removeBanner: boolean;
  readonly removeLogo: boolean;
};

/** A raffle's pictures, for another one. */
export type CopiedPictures = {
  readonly banner: Banner | null;
  /** The logo's mark; empty if there is none. */
  readonly logo: string;
  /** The logo and the pictures of prizes. */
  readonly pictures: readonly ShopPicture[];
};

const NOTHING: CopiedPictures = { banner: null, logo: "", pictures: [] };

/** Reads the pictures that come along to a new raffle: nothing of no raffle. */
export async function readCopiedPictures(reader: Reader, from: PicturesFrom | null): Promise<CopiedPictures> {
  if (!from) return NOTHING;
  const { raffleId } = from.scope;
  const banner = from.removeBanner ? undefined : await bannerOf(reader, raffleId).executeTakeFirst();
  const raffle = await reader.selectFrom("raffles").select("logo").where("id", "=", raffleId).executeTakeFirst();
  const rows = await reader
    .selectFrom("rafflePictures")
    .select(["mark", "width", "webp"])
    .where("raffleId", "=", raffleId)
    .execute();
  const pictures = [...Map.groupBy(rows, ({ mark }) => mark)].map(([mark, sizes]) => ({ mark, sizes, accent: "" }));
  return { banner: banner ?? null, logo: from.removeLogo ? "" : (raffle?.logo ?? ""), pictures };
}

/** Whether a raffle has a banner of its organiser's. */
export async function hasOwnBanner(reader: Reader, { raffleId }: OrganiserScope): Promise<boolean> {
  return (await bannerOf(reader, raffleId).clearSelect().select("raffleId").executeTakeFirst()) !== undefined;
}

function bannerOf(reader: Reader, raffleId: string) {
  return reader.selectFrom("raffleBanners").select(["png", "webp"]).where("raffleId", "=", raffleId);
}
