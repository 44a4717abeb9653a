import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { PrizeGlance } from "../../ui/prize-text/prize-text.tsx";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import "./poster.css";

type PosterProps = {
  readonly raffle: RaffleView;
  readonly link: string;
  /** The link's QR code as SVG, generated on the server. */
  readonly qrCode: string;
};

/** The most prizes on a poster: they leave room for the code, however long their texts are. */
const PRIZES_ON_A_SHEET = 6;

/** A raffle on one sheet of paper, with a QR code of its link. */
export function Poster({ raffle, link, qrCode }: PosterProps) {
  const { t } = useTranslation("desk");
  const more = raffle.prizes.length - PRIZES_ON_A_SHEET;
  return (
    <article className="poster" style={raffle.shop?.style}>
      <button type="button" className="button button-primary needs-script" data-print="">
        {t("poster.print")}
      </button>
      <RaffleBanner raffle={raffle} eager decorative />
      <h1>{raffle.name}</h1>
      <ShopLine shop={raffle.shop} />
      <dl className="poster-moments">
        <TimestampLine label={t("poster.joinUntil")} moment={raffle.due} />
        <TimestampLine label={t("poster.draw")} moment={raffle.draw} />
      </dl>
      <ShopContact shop={raffle.shop} />
      {raffle.permitNumber !== "" && (
        <p className="poster-more">{t("poster.permitNumber", { number: raffle.permitNumber })}</p>
      )}
      {raffle.prizes.length > 0 && (
        <section aria-labelledby="poster-prizes">
          <h2 id="poster-prizes">{t("poster.prizes")}</h2>
          <ul className="poster-prizes">
            {raffle.prizes.slice(0, PRIZES_ON_A_SHEET).map((prize) => (
              <li key={prize.id}>
                <h3>{prize.name}</h3>
                <PrizeGlance prize={prize} />
              </li>
            ))}
          </ul>
          {more > 0 && <p className="poster-more">{t("poster.more", { count: more })}</p>}
        </section>
      )}
      <figure className="poster-code">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
          alt={t("poster.qrCode", { link })}
          width="260"
          height="260"
        />
        <figcaption>
          <strong>{t("poster.scan")}</strong>
          <a href={link}>{link}</a>
        </figcaption>
      </figure>
    </article>
  );
}
