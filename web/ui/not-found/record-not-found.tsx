import { useTranslation } from "react-i18next";
import { Scene } from "../scene.tsx";

type RecordNotFoundProps = { readonly productName: string; readonly message: string };

/** A raffle or an entry that does not exist. */
export function RecordNotFound({ productName, message }: RecordNotFoundProps) {
  const { t } = useTranslation("site");
  return (
    <section className="empty">
      <Scene name="torn" />
      <h1>{t("recordNotFound.heading", { productName })}</h1>
      <p>{message}</p>
      <p>{t("recordNotFound.hint")}</p>
      <p>
        <a href="/raffle-list">{t("notFound.list")}</a>
      </p>
    </section>
  );
}
