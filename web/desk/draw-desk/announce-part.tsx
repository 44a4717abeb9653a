import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";

/** Winners who wait for the show: what that means, and the way to announce them without it. */
export function AnnouncePart({ announceBy }: { readonly announceBy: Date }) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <section className="form-section" aria-labelledby="announce">
      <h2 id="announce">{t("desk.announce")}</h2>
      <p>{t("desk.announcing", timestamp(announceBy))}</p>
      <form method="post" className="actions" data-asks="announced">
        <Submit label={t("desk.announceNow")} look="quiet" intent="announce" />
      </form>
    </section>
  );
}
