import { useTranslation } from "react-i18next";
import "./site-footer.css";

type SiteFooterProps = {
  readonly productName: string;
  readonly year: number | undefined;
  /** Below another site's page: without the organiser's ways in, which are not that page's. */
  readonly isSlim?: boolean;
};

/** What the site runs on, behind "Powered By": it has a page of its own here. */
const DEVELOPER = { name: "Tambiolo", href: "/how-it-works" };

const ORGANISER_LINKS = [
  { href: "/create-raffle", key: "footer.create" },
  { href: "/create-event", key: "footer.createEvent" },
  { href: "/admin-raffle-list", key: "footer.manage" },
  { href: "/login", key: "footer.login" },
  { href: "/pricing", key: "footer.pricing" },
] as const;

/** Copyright, the developer, the terms, the privacy page, and the organiser's way in. */
export function SiteFooter({ productName, year, isSlim = false }: SiteFooterProps) {
  const { t } = useTranslation("site");
  return (
    <footer className={isSlim ? "site-footer site-footer-slim" : "site-footer"}>
      <div className="site-footer-bar">
        <p>{t("footer.copyright", { year: String(year ?? ""), productName })}</p>
        <ul>
          {!isSlim &&
            ORGANISER_LINKS.map(({ href, key }) => (
              <li key={href}>
                <a href={href}>{t(key)}</a>
              </li>
            ))}
          <li>
            <a href="/terms">{t("footer.terms")}</a>
          </li>
          <li>
            <a href="/privacy">{t("footer.privacy")}</a>
          </li>
          <li>
            {t("footer.poweredBy")} <a href={DEVELOPER.href}>{DEVELOPER.name}</a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
