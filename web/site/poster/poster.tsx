import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { ButtonLink, ScriptButton } from "../../ui/buttons/buttons.tsx";
import { QrCode } from "../../ui/qr-code/qr-code.tsx";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import "./poster.css";

export type PosterProps = {
  readonly raffle: RaffleView;
  readonly link: string;
  readonly qrCode: string;
};

/** A raffle on one sheet of paper, to be read across a shop, with a QR code of its link. */
export function Poster({ loaderData }: { readonly loaderData: PosterProps }) {
  const { raffle } = loaderData;
  const { t } = useTranslation("desk");
  return (
    <article className="poster stack-3" style={raffle.shop?.style}>
      <p className="actions">
        <ScriptButton label={t("poster.print")} look="primary" data-print="" />
        <ButtonLink label={t("poster.tent")} href={`/table-tent/${raffle.codeId}`} />
      </p>
      <RaffleBanner raffle={raffle} eager decorative sizes="1200px" />
      <h1 data-long={isLong(raffle.name)}>{raffle.name}</h1>
      <ShopLine shop={raffle.shop} />
      <PosterPrizes raffle={raffle} />
      <PosterCode {...loaderData} />
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
      <QrCode svg={qrCode} alt={t("poster.qrCode", { link })} size={260} />
      <figcaption>
        <strong>{t(raffle.open ? "poster.scan" : "poster.scanClosed")}</strong>
        <dl className="stack-1">
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
