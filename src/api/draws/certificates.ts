import type { Hono } from "hono";
import { certificateSvg } from "#src/draws/certificate/certificate-picture.ts";
import { readCertificate } from "#src/draws/certificate/read-certificate.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { drawingApi } from "../pictures/drawings.ts";

/** The picture of a draw's certificate: /certificate/{codeId}.png, in the language of `?lang`. */
export function certificateApi(site: Pick<Site, "db" | "config" | "pictures">, addressOf: AddressOf): Hono {
  return drawingApi(site, addressOf, async (deps, codeId, language) => {
    const certificate = await readCertificate(deps, codeId, language);
    return certificate && { svg: certificateSvg(certificate, language), pictures: [] };
  });
}
