import { useTranslation } from "react-i18next";
import "./how-points.css";

const POINTS = ["join", "drops", "fate"] as const;

/** Three facts about taking part, as three tickets of one strip. */
export function HowPoints() {
  const { t } = useTranslation("pages");
  return (
    <section className="home-section" aria-labelledby="how-it-works">
      <header className="home-section-heading">
        <h2 id="how-it-works">{t("home.how.heading")}</h2>
        <a href="/how-it-works">{t("home.how.more")}</a>
      </header>
      <ol className="ticket-strip">
        {POINTS.map((point) => (
          <li key={point}>
            <h3>{t(`home.how.${point}Title`)}</h3>
            <p>{t(`home.how.${point}`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
