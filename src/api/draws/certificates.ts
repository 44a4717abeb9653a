import { Hono } from "hono";
import { certificateSvg } from "#src/draws/certificate/certificate-picture.ts";
import { readCertificate } from "#src/draws/certificate/read-certificate.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { answerDrawings, askedPicture } from "../pictures/drawings.ts";

/** The picture of a draw's certificate: /certificate/{codeId}.png, in the language of `?lang`. */
export function certificateApi(
  { db, config, pictures }: Pick<Site, "db" | "config" | "pictures">,
  addressOf: AddressOf,
): Hono {
  const app = new Hono();
  const answer = answerDrawings({ pictures }, addressOf);
  const deps = { db, origin: config.origin, timeZone: config.timeZone };
  app.get("/:file", async (c, next) => {
    const asked = askedPicture(c);
    if (!asked) return next();
    const certificate = await readCertificate(deps, asked.codeId, asked.language);
    return answer(c, certificate && { svg: certificateSvg(certificate, asked.language), pictures: [] });
  });
  return app;
}
