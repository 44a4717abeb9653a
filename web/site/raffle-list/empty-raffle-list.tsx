import { useTranslation } from "react-i18next";
import { NotFoundScreen } from "../../ui/not-found/not-found-screen.tsx";

/** The content of an empty list: the not-found screen, with next steps. */
export function EmptyRaffleList() {
  const { t } = useTranslation("raffles");
  return (
    <NotFoundScreen>
      <p>{t("list.empty")}</p>
      <p>
        <a href="/create-raffle">{t("list.create")}</a>
      </p>
    </NotFoundScreen>
  );
}
