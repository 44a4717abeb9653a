import { useTranslation } from "react-i18next";
import type { PastOutlook } from "#src/draws/past-draws.ts";
import type { NamedPrize } from "#src/draws/winner-names.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { NobodyLeft } from "../prize-text/nobody-left.tsx";
import { MoreOfShop } from "../shop-line/more-of-shop.tsx";
import "./past-draw.css";

/** A raffle whose draw date has passed, or that waits for it. */
export type PastDrawView = {
  readonly codeId: string;
  readonly name: string;
  readonly draw: Date;
  readonly state: PastOutlook | "locked";
  readonly prizes: readonly NamedPrize[];
  /** The shop's thanks; empty for none. */
  readonly thanks: string;
  /** Its shop's page, where the list is not that page. */
  readonly shop?: { readonly name: string; readonly page: string | undefined };
};

type PastDrawProps = {
  readonly draw: PastDrawView;
  /** The heading level that fits the list's position in the page. */
  readonly heading?: "h2" | "h3";
};

/** What came of a raffle, in a list of such. */
export function PastDraw({ draw: one, heading: Heading = "h3" }: PastDrawProps) {
  const { codeId, name, draw, state, prizes, thanks, shop } = one;
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  const hasDraw = ["drawn", "announcing", "locked"].includes(state);
  return (
    <li className="ticket past-draw">
      <div className="ticket-body">
        <Heading>
          <a href={hasDraw ? `/raffle/${codeId}/draw` : `/raffle/${codeId}`}>{name}</a>
        </Heading>
        <p>{t(`past.state.${state}`, timestamp(draw))}</p>
        <ul className="past-winners">
          {prizes
            .filter(({ winners }) => winners.length > 0)
            .map(({ prizeCode, prizeName, winners, more: others }) => (
              <li key={prizeCode}>
                <span className="past-prize">{prizeName}:</span>{" "}
                {winners.map(({ ticket, name: winner }) => winner ?? `#${ticket}`).join(", ")}
                {others > 0 && ` ${t("past.others", { count: others })}`}
              </li>
            ))}
          <NobodyLeft
            prizes={prizes.map(({ prizeName, given, winners }) => ({ name: prizeName, given, won: winners.length }))}
          />
        </ul>
        {thanks !== "" && <p className="shop-thanks">{thanks}</p>}
        <MoreOfShop shop={shop} />
      </div>
    </li>
  );
}
