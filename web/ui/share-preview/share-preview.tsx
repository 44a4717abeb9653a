import { useTranslation } from "react-i18next";
import type { SummaryView } from "../../page/views/raffle-view.ts";
import { RaffleBanner } from "../raffle-banner.tsx";
import "./share-preview.css";

type SharePreviewProps = {
  readonly raffle: Pick<SummaryView, "codeId" | "name" | "version">;
  /** The description that the raffle's page gives to link previews. */
  readonly description: string;
  readonly link: string;
};

/** A raffle's link as chats and social networks show it. */
export function SharePreview({ raffle, description, link }: SharePreviewProps) {
  const { t } = useTranslation("desk");
  return (
    <section className="form-section share-preview" aria-labelledby="share-preview">
      <h2 id="share-preview">{t("share.heading")}</h2>
      <p className="hint">{t("share.lead")}</p>
      <div className="share-card">
        <RaffleBanner raffle={raffle} decorative />
        <div className="share-card-texts">
          <p>{new URL(link).host}</p>
          <p className="share-card-name">{raffle.name}</p>
          <p className="share-card-description">{description}</p>
        </div>
      </div>
    </section>
  );
}
