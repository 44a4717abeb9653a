import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Scene } from "../scene.tsx";

// The same number of seconds as in the page's script, COUNTDOWN_SECONDS.
const SECONDS = 4;

/** The not-found screen, also for an empty list: counts down, then goes back one page unless the visitor stays. */
export function NotFoundScreen({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation("site");
  // The number has its own element, which the page's script updates.
  const [before, after] = t("notFound.countdown", { seconds: "\n" }).split("\n");
  return (
    <section className="empty">
      <Scene name={children ? "rooster" : "torn"} />
      <h1>{t("notFound.heading")}</h1>
      <div className="needs-script" data-countdown>
        <p>
          {before}
          <span data-seconds>{SECONDS}</span>
          {after}
        </p>
        <button type="button" className="button" data-stay>
          {t("notFound.stay")}
        </button>
      </div>
      {children}
      <p>
        <a href="/raffle-list">{t("notFound.list")}</a>
      </p>
    </section>
  );
}
