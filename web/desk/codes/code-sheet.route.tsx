import { useTranslation } from "react-i18next";
import { renderSVG } from "uqr";
import { admitChange } from "#src/access/audit/admit-change.ts";
import { shownDropCode } from "#src/earning/codes/drop-code.ts";
import { codesOf, openBatch } from "#src/earning/codes/hand-out.ts";
import { CODES_PER_SHEET } from "#src/earning/codes/limits.ts";
import { dropCodeLink } from "#src/earning/codes/link.ts";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { ButtonLink, ScriptButton } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import { QrCode } from "../../ui/qr-code/qr-code.tsx";
import { deskLoader } from "../desk-screen.ts";
import type { Route } from "./+types/code-sheet.route.ts";
import "./code-sheet.css";

export const handle: PageHandle = {};

/** Some codes of a batch, to print and to cut. The address says from which number on. */
export const loader = deskLoader("desk:codes.sheetDescription", async ({ context, url, site, scope, raffle }) => {
  const asked = url.searchParams;
  // The log says who printed codes, each time.
  const { address, solution } = context.get(visitorContext);
  const admitted = await admitChange({ limits: site.limits, address, solution }, scope);
  if (!admitted.ok) throw refusalPage(context, admitted.refusal);
  const batch = await openBatch(site, scope, asked.get("batch") ?? "");
  if (!batch.ok) throw refusalPage(context, batch.refusal);
  const { id, name, codes } = batch.value;
  const from = Math.min(Math.max(1, Number(asked.get("from")) || 1), codes);
  const to = Math.min(codes, from + CODES_PER_SHEET - 1);
  const slips: { code: string; number: number; qrCode: string }[] = [];
  for await (const some of codesOf(site, scope, batch.value, { from: Math.floor(from), to })) {
    for (const { code, number } of some) {
      const link = dropCodeLink(site.config.origin, raffle.codeId, code);
      slips.push({ code: shownDropCode(code), number, qrCode: renderSVG(link, { border: 1 }) });
    }
  }
  return {
    codeId: raffle.codeId,
    raffle: raffle.name,
    shop: raffle.shopName,
    address: `${new URL(site.config.origin).host}/raffle/${raffle.codeId}`,
    name,
    slips,
    next: to < codes ? `?batch=${id}&from=${to + 1}` : null,
  };
});

export default function CodeSheet({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { codeId, raffle, shop, address, name, slips, next } = loaderData;
  return (
    <>
      <div className="code-sheet-head">
        <PageHeading title={name} lead={t("codes.sheetLead")} />
        <p className="actions">
          <ScriptButton label={t("poster.print")} look="primary" data-print="" />
          {next && <ButtonLink label={t("codes.sheetNext")} href={next} />}
          <ButtonLink label={t("codes.heading")} look="quiet" href={`/codes/${codeId}/~`} />
        </p>
      </div>
      <ul className="code-sheet">
        {slips.map(({ code, number, qrCode }) => (
          <li key={number}>
            <QrCode svg={qrCode} alt="" size={96} />
            <p>
              <strong>{raffle}</strong>
              {shop && <span>{shop}</span>}
              <span>{t("codes.slip")}</span>
              <b translate="no">{code}</b>
            </p>
            <small>{t("codes.slipAt", { address })}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
