import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

// As many seconds as the page's script counts.
const SECONDS = 4;

/** Nothing at this address, or nothing in this list: counts down, then goes back one page unless told to stay. */
export function NotFoundScreen({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation("site");
  // The number stands in an element of its own, which the page's script counts down.
  const [before, after] = t("notFound.countdown", { seconds: "\n" }).split("\n");
  return (
    <section className="empty">
      <h1>{t("notFound.heading")}</h1>
      <div className="needs-script" data-countdown>
        <p>
          {before}
          <span data-seconds>{SECONDS}</span>
          {after}
        </p>
        <button type="button" className="button button-secondary" data-stay>
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
