import { useTranslation } from "react-i18next";
import "./site-footer.css";

type SiteFooterProps = { readonly productName: string; readonly year: number | undefined };

/** What the site runs on, behind "Powered By": it has a page of its own here. */
const DEVELOPER = { name: "Tambiolo", href: "/how-it-works" };

/** Copyright, the developer, the terms, and the organiser's way in. */
export function SiteFooter({ productName, year }: SiteFooterProps) {
  const { t } = useTranslation("site");
  return (
    <footer className="site-footer">
      <div className="site-footer-bar">
        <p>{t("footer.copyright", { year, productName })}</p>
        <ul>
          <li>
            <a href="/create-raffle">{t("footer.create")}</a>
          </li>
          <li>
            <a href="/admin-raffle-list">{t("footer.manage")}</a>
          </li>
          <li>
            <a href="/login">{t("footer.login")}</a>
          </li>
          <li>
            <a href="/pricing">{t("footer.pricing")}</a>
          </li>
          <li>
            <a href="/terms">{t("footer.terms")}</a>
          </li>
          <li>
            {t("footer.poweredBy")} <a href={DEVELOPER.href}>{DEVELOPER.name}</a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
