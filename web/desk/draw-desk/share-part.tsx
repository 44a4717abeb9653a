import { useTranslation } from "react-i18next";
import { ShareLinks } from "../../ui/share-links/share-links.tsx";

type SharePartProps = {
  readonly codeId: string;
  readonly name: string;
  /** The address of the result; null where the page has its own ways to share it. */
  readonly link: string | null;
};

/** The result for the shop's own pages: its picture, and the link whose preview is that picture. */
export function SharePart({ codeId, name, link }: SharePartProps) {
  const { t, i18n } = useTranslation("draws");
  return (
    <section className="form-section" aria-labelledby="share">
      <h2 id="share">{t("desk.share")}</h2>
      <p>{t("desk.shareHint")}</p>
      <p>
        <a href={`/result-card/${codeId}.png?lang=${i18n.language}`} download={`result-${codeId}.png`}>
          {t("desk.shareCard")}
        </a>
      </p>
      {link && <ShareLinks link={link} text={t("result.heading", { name })} />}
    </section>
  );
}
