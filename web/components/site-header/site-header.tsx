import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { Logo } from "../../theme/logo.tsx";
import { LanguageMenu, LanguageSwitch } from "../language-switch/language-switch.tsx";
import "./site-header.css";

const LINKS = [
  { to: "/", key: "nav.home" },
  { to: "/raffle-list", key: "nav.list" },
  { to: "/how-it-works", key: "nav.howItWorks" },
] as const;

/** The brand and the way around. On a small screen the links fold into a menu that needs no script to open. */
export function SiteHeader({ productName }: { readonly productName: string }) {
  const { t } = useTranslation("site");
  return (
    <header className="site-header">
      <a className="skip-link" href="#main">
        {t("nav.skip")}
      </a>
      <div className="site-header-bar">
        <a className="brand" href="/">
          <Logo size={36} />
          <span>{productName}</span>
        </a>
        <nav className="site-links" aria-label={t("nav.label")}>
          <Links />
        </nav>
        <LanguageMenu />
        <details className="site-menu" data-menu>
          <summary>{t("nav.menu")}</summary>
          <div className="site-menu-panel">
            <nav aria-label={t("nav.label")}>
              <Links />
            </nav>
            <LanguageSwitch />
          </div>
        </details>
      </div>
    </header>
  );
}

/** Documents rather than in-page navigation: most pages carry no framework that could navigate. */
function Links() {
  const { t } = useTranslation("site");
  const { pathname } = useLocation();
  return (
    <ul>
      {LINKS.map(({ to, key }) => (
        <li key={to}>
          <a href={to} aria-current={pathname === to ? "page" : undefined}>
            {t(key)}
          </a>
        </li>
      ))}
    </ul>
  );
}
