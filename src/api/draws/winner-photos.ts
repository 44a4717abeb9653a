import { Hono } from "hono";
import { readShownPhoto } from "#src/claims/words.ts";
import type { Site } from "#src/http/site.ts";
import { UNLISTED } from "#src/http/unlisted.ts";

const FILE = /^([A-Z0-9]{8})\/([0-9a-f-]{36})\.webp$/;

/**
 * The photo of a winner that its organiser shows to everybody: /winner-photo/{codeId}/{claimId}.webp. Browsers keep it
 * for five minutes, so that a hidden one is gone soon.
 */
export function winnerPhotoApi({ db }: Pick<Site, "db">): Hono {
  const app = new Hono();
  app.get("/:raffle/:file", async (c) => {
    const [, codeId = "", claimId = ""] = FILE.exec(`${c.req.param("raffle")}/${c.req.param("file")}`) ?? [];
    const photo = await readShownPhoto(db, codeId, claimId);
    if (!photo) return c.body(null, 404, { "cache-control": "no-store" });
    return c.body(new Uint8Array(photo), 200, {
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=300",
      ...UNLISTED,
    });
  });
  return app;
}
