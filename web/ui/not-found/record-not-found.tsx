import { useTranslation } from "react-i18next";
import { Scene } from "../scene.tsx";

type RecordNotFoundProps = {
  readonly productName: string;
  readonly message: string;
  /** Whether it is a link that was good once, and no code that can be typed better. */
  readonly ended: boolean;
};

/** A raffle or an entry that does not exist, or a link that has ended. */
export function RecordNotFound({ productName, message, ended }: RecordNotFoundProps) {
  const { t } = useTranslation("site");
  return (
    <section className="empty">
      <Scene name="torn" />
      <h1>{t(ended ? "recordNotFound.ended" : "recordNotFound.heading", { productName })}</h1>
      <p>{message}</p>
      {ended ? (
        <p>
          <a href="/admin-raffle-list">{t("nav.yours")}</a>
        </p>
      ) : (
        <p>{t("recordNotFound.hint")}</p>
      )}
      <p>
        <a href="/raffle-list">{t("notFound.list")}</a>
      </p>
    </section>
  );
}
