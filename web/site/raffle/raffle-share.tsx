import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { ShareLinks } from "../../ui/share-links/share-links.tsx";

type RaffleShareProps = { readonly raffle: RaffleView; readonly link: string };

/** Ways to pass an open raffle on, and to have its dates in one's own calendar. */
export function RaffleShare({ raffle, link }: RaffleShareProps) {
  const { t } = useTranslation("raffles");
  if (!raffle.open) return null;
  return (
    <section aria-labelledby="share" data-while="open">
      <h2 id="share">{t("share.heading")}</h2>
      <ShareLinks link={link} text={t("share.text", { name: raffle.name })} />
      <p>
        <a href={`/raffle/${raffle.codeId}/calendar.ics`} download>
          {t("share.calendar")}
        </a>
      </p>
    </section>
  );
}
