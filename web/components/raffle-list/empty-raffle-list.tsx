import { useTranslation } from "react-i18next";
import { NotFoundScreen } from "../not-found/not-found-screen.tsx";

/** What an empty list shows: the not-found screen, with what to do next. */
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
