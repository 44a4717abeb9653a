import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../views/raffle-view.ts";
import { MomentLine } from "../moment-line/moment-line.tsx";
import { PrizeText } from "../prize-text/prize-text.tsx";
import { RaffleBanner } from "../raffle-banner.tsx";
import "./poster.css";

type PosterProps = {
  readonly raffle: RaffleView;
  readonly link: string;
  /** The link's QR code as SVG, made by us on the server. */
  readonly qrCode: string;
};

/** As many as leave room for the code, however long their texts. */
const PRIZES_ON_A_SHEET = 6;

/** A raffle on one sheet of paper, with a QR code that leads to it. */
export function Poster({ raffle, link, qrCode }: PosterProps) {
  const { t } = useTranslation("desk");
  const more = raffle.prizes.length - PRIZES_ON_A_SHEET;
  return (
    <article className="poster">
      <button type="button" className="button button-primary needs-script" data-print="">
        {t("poster.print")}
      </button>
      <RaffleBanner codeId={raffle.codeId} name={raffle.name} eager decorative />
      <h1>{raffle.name}</h1>
      <dl className="poster-moments">
        <MomentLine label={t("poster.joinUntil")} moment={raffle.due} />
        <MomentLine label={t("poster.draw")} moment={raffle.draw} />
      </dl>
      <section aria-labelledby="poster-prizes">
        <h2 id="poster-prizes">{t("poster.prizes")}</h2>
        <ul className="poster-prizes">
          {raffle.prizes.slice(0, PRIZES_ON_A_SHEET).map((prize) => (
            <li key={prize.id}>
              <h3>{prize.name}</h3>
              <PrizeText prize={prize} />
            </li>
          ))}
        </ul>
        {more > 0 && <p className="poster-more">{t("poster.more", { count: more })}</p>}
      </section>
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
