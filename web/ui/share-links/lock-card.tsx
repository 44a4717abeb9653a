import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { CopyButton } from "../buttons/copy-button.tsx";
import "./lock-card.css";

type LockCardProps = {
  readonly name: string;
  readonly drawAt: Date;
  readonly lock: { readonly hash: string; readonly words: string; readonly tickets: number; readonly link: string };
};

/** The lock hash, to post where the shop's customers are: they become witnesses that there was one list. */
export function LockCard({ name, lock, drawAt }: LockCardProps) {
  const { t } = useTranslation("draws");
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
          {t("desk.cardWords")} <strong translate="no">{lock.words}</strong>
          <br />
          {t("desk.cardCheck")} <a href={lock.link}>{lock.link}</a>
        </p>
        <CopyButton
          text={`${text}\n${lock.hash}\n${t("desk.cardWords")} ${lock.words}\n${t("desk.cardCheck")} ${lock.link}`}
        />
      </div>
    </section>
  );
}
