import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";

/** Winners who wait for the show: what that means, and the way to announce them without it. */
export function AnnouncePart({ announceBy }: { readonly announceBy: FormattedTimestamp }) {
  const { t } = useTranslation("draws");
  return (
    <section className="form-section" aria-labelledby="announce">
      <h2 id="announce">{t("desk.announce")}</h2>
      <p>{t("desk.announcing", { ...announceBy })}</p>
      <form method="post" className="actions" data-asks="announced">
        <Submit label={t("desk.announceNow")} look="quiet" intent="announce" />
      </form>
    </section>
  );
}
