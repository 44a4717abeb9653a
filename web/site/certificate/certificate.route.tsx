import { data } from "react-router";
import { renderSVG } from "uqr";
import { readCertificate } from "#src/draws/certificate/read-certificate.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { siteLoader } from "../../requests/screens.ts";
import { CertificatePage } from "./certificate-page.tsx";

export const handle: PageHandle = { cached: { shows: "draw" } };

export const loader = siteLoader("draws:certificate.description", async ({ params, site, language, meta }) => {
  const raffle = await findRaffle(site.db, params.identifier ?? "");
  if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  const { codeId, name } = raffle;
  const { origin, timeZone } = site.config;
  const certificate = await readCertificate({ db: site.db, origin, timeZone }, codeId, language);
  return {
    raffle: { codeId, name },
    certificate,
    qrCode: certificate && renderSVG(certificate.link, { border: 2 }),
    meta: {
      ...meta,
      subject: name,
      canonicalPath: `/raffle/${codeId}/certificate`,
      // Names of winners belong to no search engine.
      listed: false,
      ...(certificate && { image: `/certificate/${codeId}.png?lang=${language}` }),
    },
  };
});

export default CertificatePage;
