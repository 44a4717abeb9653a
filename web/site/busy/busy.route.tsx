import { useTranslation } from "react-i18next";
import type { PageHandle } from "#src/http/page-handle.ts";
import { siteLoader } from "../../requests/screens.ts";
import { Scene } from "../../ui/scene.tsx";

export const handle: PageHandle = { fills: true, cached: { shows: "texts" } };

export const loader = siteLoader("pages:busy.description", ({ meta }) => ({ meta: { ...meta, listed: false } }));

/** Sent in place of any page that had no turn to be rendered. It opens that page's address again by itself. */
export default function Busy() {
  const { t } = useTranslation("pages");
  return (
    <div className="page">
      <section className="empty">
        <Scene name="drum" />
        <h1>{t("busy.heading")}</h1>
        <p>{t("busy.text")}</p>
        <div className="actions">
          {/* biome-ignore lint/a11y/useValidAnchor: the address at which this page was sent, whichever it is */}
          <a className="button" href="">
            {t("busy.again")}
          </a>
        </div>
      </section>
    </div>
  );
}
