import { useId } from "react";
import { useTranslation } from "react-i18next";
import { PageScript } from "../page/page-script.tsx";
import type { FilmTexts } from "./draw-film.ts";
import script from "./drive-souvenir.ts?inline-script";
import makerUrl from "./make-souvenir.ts?worker&url";

type SouvenirProps = Omit<FilmTexts, "congratulations" | "check"> & { readonly codeId: string };

/** Something to keep and to show around: a picture and a film of the draw, made in the visitor's browser. */
export function Souvenir({ codeId, ...texts }: SouvenirProps) {
  const { t } = useTranslation(["draws", "site"]);
  const heading = useId();
  const film: FilmTexts = { ...texts, congratulations: t("souvenir.congratulations"), check: t("souvenir.check") };
  return (
    <section
      id="souvenir"
      className="souvenir needs-script"
      aria-labelledby={heading}
      data-souvenir={JSON.stringify(film)}
      data-maker={makerUrl}
      data-name={`souvenir-${codeId}`}
      data-working={t("souvenir.working")}
      data-keep={t("souvenir.keep")}
      data-share={t("site:share.apps")}
    >
      <h2 id={heading}>{t("souvenir.heading")}</h2>
      <p className="hint">{t("souvenir.hint")}</p>
      <div className="actions">
        <button type="button" className="button" data-picture>
          {t("souvenir.picture")}
        </button>
        <button type="button" className="button" data-film>
          {t("souvenir.film")}
        </button>
      </div>
      <div className="actions" role="status" data-made />
      <canvas width="720" height="1280" role="img" aria-label={t("souvenir.canvas")} hidden />
      <PageScript text={script} />
    </section>
  );
}
