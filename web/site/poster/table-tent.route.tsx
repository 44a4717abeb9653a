import { useTranslation } from "react-i18next";
import type { PageHandle } from "#src/http/page-handle.ts";
import { ButtonLink, ScriptButton } from "../../ui/buttons/buttons.tsx";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import type { Route } from "./+types/table-tent.route.ts";
import { isLong, PosterCode, PosterPrizes, type PosterProps } from "./poster.tsx";
import { posterLoader } from "./poster-page.ts";
import "./table-tent.css";

export const handle: PageHandle = { cached: { shows: "raffle" } };

export const loader = posterLoader("desk:poster.tentDescription");

/** A raffle on a sheet that is folded in the middle and stands on a table: the same on both sides. */
export default function TableTent({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { raffle } = loaderData;
  return (
    <article className="tent stack-3" style={raffle.shop?.style}>
      <p className="actions">
        <ScriptButton label={t("poster.print")} look="primary" data-print="" />
        <ButtonLink label={t("overview.poster")} href={`/poster/${raffle.codeId}`} />
      </p>
      <p className="tent-hint hint">{t("poster.tentHint")}</p>
      {/* The back is for paper alone. */}
      <div className="tent-side tent-back" aria-hidden="true" inert>
        <Side {...loaderData} />
      </div>
      <div className="tent-side">
        <Side {...loaderData} />
      </div>
    </article>
  );
}

function Side(props: PosterProps) {
  const { raffle } = props;
  return (
    <>
      <div className="stack-2">
        <h1 data-long={isLong(raffle.name)}>{raffle.name}</h1>
        <ShopLine shop={raffle.shop} />
        <PosterPrizes raffle={raffle} />
      </div>
      <PosterCode {...props} />
    </>
  );
}
