import { Hono } from "hono";
import type { Site } from "#src/http/site.ts";
import { readSocialPicture } from "#src/raffles/pictures/social-picture.ts";
import { answerDrawings, askedPicture } from "./drawings.ts";

/** A raffle for the feeds of social networks: /social/{codeId}.png, in the language of `?lang`. */
export function socialPictureApi({ db, config, pictures }: Pick<Site, "db" | "config" | "pictures">): Hono {
  const app = new Hono();
  const answer = answerDrawings({ pictures });
  const deps = { db, origin: config.origin, timeZone: config.timeZone };
  app.get("/:file", async (c, next) => {
    const asked = askedPicture(c);
    return asked ? answer(c, await readSocialPicture(deps, asked.codeId, asked.language)) : next();
  });
  return app;
}
