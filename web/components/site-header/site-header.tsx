import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { Viewer } from "../../account.ts";
import { Logo } from "../../theme/logo.tsx";
import { LanguageMenu, LanguageSwitch } from "../language-switch/language-switch.tsx";
import "./site-header.css";

const LINKS = [
  { to: "/", key: "nav.home" },
  { to: "/raffle-list", key: "nav.list" },
  { to: "/how-it-works", key: "nav.howItWorks" },
] as const;

type SiteHeaderProps = {
  readonly productName: string;
  /** Who is signed in; undefined on pages that are the same for everybody. */
  readonly viewer: Viewer | undefined;
};

/** The brand and the way around. On a small screen the links fold into a menu that needs no script to open. */
export function SiteHeader({ productName, viewer }: SiteHeaderProps) {
  const { t } = useTranslation("site");
  return (
    <header className={viewer ? "site-header site-header-full" : "site-header"}>
      <a className="skip-link" href="#main">
        {t("nav.skip")}
      </a>
      <div className="site-header-bar">
        <a className="brand" href="/">
          <Logo size={36} />
          <span>{productName}</span>
        </a>
        <nav className="site-links" aria-label={t("nav.label")}>
          <Links viewer={viewer} />
        </nav>
        <LanguageMenu />
        <details className="site-menu" data-menu>
          <summary>{t("nav.menu")}</summary>
          <div className="site-menu-panel">
            <nav aria-label={t("nav.label")}>
              <Links viewer={viewer} />
            </nav>
            <LanguageSwitch />
          </div>
        </details>
      </div>
    </header>
  );
}

/** Documents rather than in-page navigation: most pages carry no framework that could navigate. */
function Links({ viewer }: Pick<SiteHeaderProps, "viewer">) {
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
      {viewer !== undefined && <AccountLinks viewer={viewer} />}
    </ul>
  );
}

/** Signing out is a form, so that no link that somebody sends can do it. */
function AccountLinks({ viewer }: { readonly viewer: Viewer }) {
  const { t } = useTranslation("site");
  const { pathname } = useLocation();
  const link = (to: string, label: string) => (
    <li>
      <a href={to} aria-current={pathname === to ? "page" : undefined}>
        {label}
      </a>
    </li>
  );
  if (!viewer) return link("/login", t("nav.login"));
  return (
    <>
      {link("/profile", t("nav.profile"))}
      {viewer.isAdmin && link("/admin", t("nav.admin"))}
      <li>
        <form method="post" action="/sign-out">
          <button type="submit">{t("nav.signOut")}</button>
        </form>
      </li>
    </>
  );
}
