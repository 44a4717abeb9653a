import { Hono } from "hono";
import { SHARED } from "#src/http/shared-file.ts";
import type { Site } from "#src/http/site.ts";
import { readPicture } from "#src/raffles/read.ts";

const FILE = /^([A-Z0-9]{8})\/([A-Za-z0-9_-]{11})-(\d{2,4})\.webp$/;

/** A logo or a prize's picture in one width: /picture/{codeId}/{mark}-{width}.webp. Its bytes never change. */
export function shopPictureApi({ db }: Pick<Site, "db">): Hono {
  const app = new Hono();
  app.get("/:raffle/:file", async (c) => {
    const [, codeId = "", mark = "", width] = FILE.exec(`${c.req.param("raffle")}/${c.req.param("file")}`) ?? [];
    const webp = width === undefined ? null : await readPicture(db, { codeId, mark, width: Number(width) });
    if (!webp) return c.body(null, 404, { "cache-control": "no-store" });
    return c.body(new Uint8Array(webp), 200, {
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      ...SHARED,
    });
  });
  return app;
}
