import { hash } from "node:crypto";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { createSingleFlightCache } from "#src/base/single-flight-cache.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Hung } from "./banderitas.ts";
import type { BannerFormat } from "./banner-format.ts";
import type { Pictures } from "./pictures.ts";

/** A banner to serve. Its mark changes with its bytes. */
export type ShownBanner = { readonly bytes: Uint8Array; readonly mark: string };

export type Banners = {
  /** The organiser's picture, or banderitas, which are drawn on the first request. */
  find(
    codeId: string,
    format: BannerFormat,
  ): Promise<Outcome<ShownBanner, Refusal<"raffle-not-found" | "pictures-busy">>>;
};

/** The cache's size: about 300 drawn banners, or more if only pages ask (WebP). Evicts the least recently used. */
const MAX_DRAWN_BYTES = 32 * 1024 * 1024;

/** Serves banners. Drawn ones are cached in memory only, so strangers' raffles take no space in the database. */
export function createBanners(reader: Reader, pictures: Pick<Pictures, "draw">): Banners {
  const drawn = createSingleFlightCache<Outcome<ShownBanner, Refusal<"pictures-busy">>>(MAX_DRAWN_BYTES);

  async function draw(hung: Hung, format: BannerFormat) {
    const outcome = await pictures.draw(hung, format);
    if (!outcome.ok) return { value: outcome, bytes: 1, until: 0 };
    const bytes = outcome.value;
    const mark = hash("sha256", bytes, "base64url").slice(0, 11);
    return { value: accept({ bytes, mark }), bytes: bytes.byteLength, until: Number.POSITIVE_INFINITY };
  }

  return {
    async find(codeId, format) {
      const row = await readBanner(reader, codeId, format);
      // Checked before drawing, so an unknown code costs only one query.
      if (!row) return refuse({ reason: "raffle-not-found" });
      const { bytes, changedAt, name, accentColor: accent } = row;
      if (bytes && changedAt) return accept({ bytes, mark: changedAt.getTime().toString(36) });
      const hung = { code: codeId, name, accent };
      return drawn.get(JSON.stringify([hung, format]), () => draw(hung, format));
    },
  };
}

/** A raffle's stored picture by its code. `bytes` is null if there is none; undefined means no such raffle. */
async function readBanner(reader: Reader, codeId: string, format: BannerFormat) {
  return reader
    .selectFrom("raffles")
    .leftJoin("raffleBanners", "raffleBanners.raffleId", "raffles.id")
    .select(["name", "accentColor", `raffleBanners.${format} as bytes`, "raffleBanners.updatedAt as changedAt"])
    .where("raffles.codeId", "=", codeId)
    .executeTakeFirst();
}
