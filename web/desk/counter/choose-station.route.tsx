import { useTranslation } from "react-i18next";
import { listStations } from "#src/earning/stamps/stations.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { siteLoader } from "../../requests/screens.ts";
import { staffOnPage, staffRefusalPage } from "../../requests/staff.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/choose-station.route.ts";
import "../helping/helping.css";

export const handle: PageHandle = { personal: true };

/** The stations whose screens this browser may show. */
export const loader = siteLoader("stamps:counter.description", async (screen) => {
  const { raffleCode = "" } = screen.params;
  const staff = await staffOnPage(screen, raffleCode);
  if (!staff.ok) throw staffRefusalPage(screen, raffleCode, staff.refusal);
  const { screens, raffleId, permissions } = staff.value;
  if (!permissions.includes("show-codes")) {
    throw staffRefusalPage(screen, raffleCode, { reason: "permission-missing" });
  }
  const raffle = await raffleOf(screen.context, raffleId);
  const stations = await listStations(screen.site.db, raffleId);
  const may = (id: string) => screens.some(({ stationId }) => stationId === null || stationId === id);
  return {
    codeId: raffle.codeId,
    raffle: raffle.name,
    stations: stations
      .filter(({ id, endedAt }) => endedAt === null && may(id))
      .map(({ number, name, place }) => ({ number, name, place })),
    meta: { ...screen.meta, ...partOfRaffle(raffle) },
  };
});

/** What a helper chooses first: where this phone or tablet stands. */
export default function ChooseStation({ loaderData: { codeId, raffle, stations } }: Route.ComponentProps) {
  const { t } = useTranslation(["stamps", "claims"]);
  return (
    <>
      <PageHeading title={t("counter.heading", { raffle })} lead={t("counter.lead")} />
      {stations.length === 0 && <Notice kind="info">{t("counter.none")}</Notice>}
      <ul className="helping stack-2">
        {stations.map(({ number, name, place }) => (
          <li key={number}>
            <ButtonLink label={place === "" ? name : `${name}\u00a0· ${place}`} href={`/counter/${codeId}/${number}`} />
          </li>
        ))}
      </ul>
      <div className="actions">
        <ButtonLink label={t("helpers.toHome", { ns: "claims" })} href={`/helping/${codeId}`} />
      </div>
    </>
  );
}
