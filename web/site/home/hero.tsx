import { Trans, useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { SummaryView } from "../../page/views/raffle-view.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { DrumScene } from "../../ui/drum/drum-scene.tsx";
import { Bunting } from "./bunting.tsx";
import "./hero.css";

type HeroProps = {
  /** The open raffle that closes next, if there is one. */
  readonly next: SummaryView | undefined;
  readonly operatorEmail: string | null;
};

/** The site's introduction below a bunting, and links to the two main actions. */
export function Hero({ next, operatorEmail }: HeroProps) {
  const { t } = useTranslation("pages");
  return (
    <section className="hero">
      <Bunting />
      <div className="hero-text">
        <NewsPill next={next} />
        <h1>
          <Trans
            t={t}
            i18nKey="home.heading"
            components={{ luck: <span className="hero-word" />, loyalty: <span className="hero-word" /> }}
          />
        </h1>
        <p className="lead">{t("home.lead")}</p>
        <div className="actions">
          <ButtonLink label={t("home.start")} look="primary" href="/raffle-list" />
          <ButtonLink
            label={t("home.contact")}
            look="secondary"
            href={operatorEmail ? `mailto:${operatorEmail}` : "/how-it-works#host"}
          />
        </div>
        <p className="hint">{t("home.note")}</p>
      </div>
      <DrumScene />
    </section>
  );
}

/** One line of current news. */
function NewsPill({ next }: { readonly next: SummaryView | undefined }) {
  const { t } = useTranslation("pages");
  const timestamp = useTimestamps();
  if (!next) {
    return (
      <a className="news-pill" href="/create-raffle">
        <strong>{t("home.newsCreate")}</strong> <span>{t("home.newsCreateText")}</span>
      </a>
    );
  }
  const { iso, date } = timestamp(next.due);
  return (
    <a className="news-pill" href={`/raffle/${next.codeId}`}>
      <strong>{t("home.newsClosing")}</strong>{" "}
      <span>
        <b>{next.name}</b> <time dateTime={iso}>{t("home.newsUntil", { date })}</time>
      </span>
    </a>
  );
}
