import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { DrawDeskView } from "./draw-desk-view.ts";

type LockCardProps = Pick<DrawDeskView, "name" | "drawAt"> & { readonly lock: NonNullable<DrawDeskView["lock"]> };

/** The lock hash, to post where the shop's customers are: they become witnesses that there was one list. */
export function LockCard({ name, lock, drawAt }: LockCardProps) {
  const { t } = useTranslation(["draws", "site"]);
  const text = t("desk.cardText", { name, count: lock.tickets, ...useTimestamps()(drawAt) });
  return (
    <section className="ticket lock-card" aria-labelledby="lock-card">
      <div className="ticket-body">
        <h2 id="lock-card">{t("desk.cardHeading")}</h2>
        <p className="hint">{t("desk.cardHint")}</p>
        <p className="lock-card-text">
          {text}
          <br />
          <span translate="no">{lock.hash}</span>
          <br />
          {t("desk.cardCheck")} <a href={lock.link}>{lock.link}</a>
        </p>
        <button
          type="button"
          className="button button-secondary needs-script"
          data-copy={`${text}\n${lock.hash}\n${t("desk.cardCheck")} ${lock.link}`}
          data-copied={t("site:copied")}
        >
          {t("site:copy")}
        </button>
      </div>
    </section>
  );
}
