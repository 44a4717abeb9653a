import { useTranslation } from "react-i18next";
import { RaffleBanner } from "../raffle-banner.tsx";
import "./share-preview.css";

type SharePreviewProps = {
  readonly codeId: string;
  readonly name: string;
  /** The description that the raffle's page gives to link previews. */
  readonly description: string;
  readonly link: string;
};

/** A raffle's link as chats and social networks show it. */
export function SharePreview({ codeId, name, description, link }: SharePreviewProps) {
  const { t } = useTranslation("desk");
  return (
    <section className="form-section share-preview" aria-labelledby="share-preview">
      <h2 id="share-preview">{t("share.heading")}</h2>
      <p className="hint">{t("share.lead")}</p>
      <div className="share-card">
        <RaffleBanner codeId={codeId} name={name} decorative />
        <div className="share-card-texts">
          <p>{new URL(link).host}</p>
          <p className="share-card-name">{name}</p>
          <p className="share-card-description">{description}</p>
        </div>
      </div>
    </section>
  );
}
