import { hash } from "node:crypto";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { createSingleFlightCache } from "#src/base/single-flight-cache.ts";
import type { Reader } from "#src/db/connect.ts";
import { RAFFLES_PER_PAGE, readPicture } from "../read.ts";
import { banderitasSvg } from "./banderitas.ts";
import { BANNER_SIZE, type BannerFile, type BannerFormat, SMALL_BANNER_SIZE } from "./banner-format.ts";
import type { Drawing, PlacedPicture } from "./picture-task.ts";
import type { Pictures } from "./pictures.ts";
import { SHOP_PICTURES } from "./shop-picture.ts";
import { createNetworkDrawings } from "./turns/network-drawings.ts";

/** A banner to serve. Its mark changes with its bytes. */
export type ShownBanner = { readonly bytes: Uint8Array; readonly mark: string };

export type Banners = {
  /**
   * The organiser's picture, or banderitas, which are drawn on the first request. As PNG with the shop's logo, and
   * small if asked for, unless too many drawings wait, of all or of this network. Refuses only what would have to be
   * drawn.
   */
  find(file: BannerFile, network: string): Promise<Outcome<ShownBanner, Refusal<"raffle-not-found" | "pictures-busy">>>;
};

/** The cache's size: about 300 drawn banners, or more if only pages ask (WebP). Evicts the least recently used. */
const MAX_DRAWN_BYTES = 32 * 1024 * 1024;

/**
 * How many banners one network may have drawn at once: those of a page of the list, in a browser that asks for all. A
 * town behind one address looks at the same pages, whose banners are drawn once for all of it, and small ones once
 * more. The queue has room for more.
 */
const MAX_AT_ONCE = RAFFLES_PER_PAGE;

/** Of a shop's logo on the banner of link previews. On pages it stands beside the banner. */
const LOGO = { left: 40, top: BANNER_SIZE.height - 220, side: 180 } as const;

/** Serves banners. Drawn ones are cached in memory only, so strangers' raffles take no space in the database. */
export function createBanners(reader: Reader, pictures: Pick<Pictures, "draw">): Banners {
  const drawn = createSingleFlightCache<Outcome<ShownBanner, Refusal<"pictures-busy">>>(MAX_DRAWN_BYTES);

  const drawFor = createNetworkDrawings(pictures, MAX_AT_ONCE);

  async function draw(network: string, drawing: Drawing, format: BannerFormat) {
    const outcome = await drawFor(network, drawing, format);
    if (!outcome.ok) return { value: outcome, bytes: 1, until: 0 };
    const bytes = outcome.value;
    const mark = hash("sha256", bytes, "base64url").slice(0, 11);
    return { value: accept({ bytes, mark }), bytes: bytes.byteLength, until: Number.POSITIVE_INFINITY };
  }

  const find: Banners["find"] = async ({ codeId, format, isSmall }, network) => {
    const row = await readBanner(reader, codeId, format);
    // Checked before drawing, so an unknown code costs only one query.
    if (!row) return refuse({ reason: "raffle-not-found" });
    const { stored, name, accentColor, logo: mark } = row;
    const hasLogo = format === "png" && mark !== "";
    if (stored && !hasLogo && !isSmall) return accept(stored);
    const size = isSmall ? SMALL_BANNER_SIZE : BANNER_SIZE;
    const key = JSON.stringify([codeId, name, accentColor, stored?.mark, hasLogo && mark, format, size.width]);
    // Who asks while it is drawn shares the answer, also that a network has enough drawn: they may ask again.
    const banner = await drawn.get(key, async () => {
      const logo = hasLogo && (await placedLogo(reader, { codeId, mark, ...LOGO }));
      const { svg, pictures } =
        stored && isSmall ? pictureAlone(stored, size) : bannerDrawing({ codeId, row, ...size });
      return draw(network, { svg, pictures: logo ? [...pictures, logo] : pictures }, format);
    });
    if (banner.ok) return banner;
    // A preview without the logo, or a large picture, is better than none.
    if (isSmall) return find({ codeId, format, isSmall: false }, network);
    return stored ? accept(stored) : banner;
  };
  return { find };
}

type Size = { readonly width: number; readonly height: number };

/** An organiser's picture in another size. What is transparent stays so: nothing is drawn under it. */
function pictureAlone(picture: NonNullable<StoredBanner["stored"]>, { width, height }: Size): Drawing {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
  return { svg, pictures: [{ ...picture, left: 0, top: 0, width, height, round: false }] };
}

type DrawnBanner = Size & { readonly codeId: string; readonly row: StoredBanner };

/** A raffle's banner in any size: banderitas, under its organiser's picture if there is one. */
export function bannerDrawing({ codeId, row, width, height }: DrawnBanner): Drawing {
  const svg = banderitasSvg({ code: codeId, name: row.name, accent: row.accentColor }, { width, height });
  const place = { left: 0, top: 0, width, height, round: false };
  return { svg, pictures: row.stored ? [{ ...row.stored, ...place }] : [] };
}

type LogoPlace = { readonly codeId: string; readonly mark: string } & Pick<PlacedPicture, "left" | "top"> & {
    readonly side: number;
  };

/** A shop's logo in its place on a drawing, or null if there is none. */
export async function placedLogo(
  reader: Reader,
  { codeId, mark, left, top, side }: LogoPlace,
): Promise<PlacedPicture | null> {
  const bytes = await readPicture(reader, { codeId, mark, width: Math.max(...SHOP_PICTURES.logo.widths) });
  return bytes && { mark, bytes, left, top, width: side, height: side, round: true };
}

export type StoredBanner = NonNullable<Awaited<ReturnType<typeof readBanner>>>;

/** A raffle's banner by its code. `stored` is null for one that is drawn; undefined means no such raffle. */
export async function readBanner(reader: Reader, codeId: string, format: BannerFormat) {
  const row = await reader
    .selectFrom("raffles")
    .leftJoin("raffleBanners", "raffleBanners.raffleId", "raffles.id")
    .select(["name", "accentColor", "logo", `raffleBanners.${format} as bytes`, "raffleBanners.updatedAt as changedAt"])
    .where("raffles.codeId", "=", codeId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { bytes, changedAt, ...raffle } = row;
  return { ...raffle, stored: bytes && changedAt ? { bytes, mark: changedAt.getTime().toString(36) } : null };
}
