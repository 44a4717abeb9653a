import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import "./poster.css";

export type PosterProps = {
  readonly raffle: RaffleView;
  readonly link: string;
  /** The link's QR code as SVG, generated on the server. */
  readonly qrCode: string;
};

/** A raffle on one sheet of paper, to be read across a shop, with a QR code of its link. */
export function Poster({ raffle, link, qrCode }: PosterProps) {
  const { t } = useTranslation("desk");
  return (
    <article className="poster" style={raffle.shop?.style}>
      <p className="actions">
        <button type="button" className="button button-primary needs-script" data-print="">
          {t("poster.print")}
        </button>
        <ButtonLink label={t("poster.tent")} look="secondary" href={`/table-tent/${raffle.codeId}`} />
      </p>
      <RaffleBanner raffle={raffle} eager decorative />
      <h1 data-long={isLong(raffle.name)}>{raffle.name}</h1>
      <ShopLine shop={raffle.shop} />
      <PosterPrizes raffle={raffle} />
      <PosterCode {...{ raffle, link, qrCode }} />
      <ShopContact shop={raffle.shop} />
      {raffle.permitNumber !== "" && (
        <p className="poster-more">{t("poster.permitNumber", { number: raffle.permitNumber })}</p>
      )}
    </article>
  );
}

/** Whether a name needs smaller letters, to stand on two lines of a sheet. */
export function isLong(name: string): true | undefined {
  return name.length > 36 || undefined;
}

/** What is read from afar: more prizes, or their details, would be read by nobody. */
const PRIZES_ON_A_SHEET = 3;

/** What can be won, in large letters. */
export function PosterPrizes({ raffle }: Pick<PosterProps, "raffle">) {
  const { t } = useTranslation("desk");
  const more = raffle.prizes.length - PRIZES_ON_A_SHEET;
  if (raffle.prizes.length === 0) return null;
  return (
    <section className="poster-prizes">
      <h2>{t("poster.win")}</h2>
      <ul>
        {raffle.prizes.slice(0, PRIZES_ON_A_SHEET).map((prize) => (
          <li key={prize.id}>
            <h3>{prize.name}</h3>
            {prize.worth && <span className="chip chip-quiet">{prize.worth}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="poster-more">{t("poster.more", { count: more })}</p>}
    </section>
  );
}

/** The code to scan, until when, and the link for those who type. */
export function PosterCode({ raffle, link, qrCode }: PosterProps) {
  const { t } = useTranslation("desk");
  return (
    <figure className="poster-code">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={t("poster.qrCode", { link })}
        width="260"
        height="260"
      />
      <figcaption>
        <strong>{t(raffle.open ? "poster.scan" : "poster.scanClosed")}</strong>
        <dl className="poster-moments">
          <TimestampLine label={t("poster.joinUntil")} moment={raffle.due} />
          <TimestampLine label={t("poster.draw")} moment={raffle.draw} />
        </dl>
        {/* The code is typed in one piece. */}
        <a href={link}>
          {link.slice(0, -raffle.codeId.length)}
          <wbr />
          <b>{raffle.codeId}</b>
        </a>
      </figcaption>
    </figure>
  );
}
