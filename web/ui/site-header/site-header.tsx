import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { Viewer } from "../../requests/account.ts";
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
  /** The signed-in account. Undefined on pages that are the same for every visitor. */
  readonly viewer: Viewer | undefined;
  /** Shows the button that leaves the desk. */
  readonly canLeave: boolean;
};

/** The brand and the navigation. On a small screen the links fold into a menu that opens without a script. */
export function SiteHeader({ productName, viewer, canLeave }: SiteHeaderProps) {
  const { t } = useTranslation("site");
  return (
    <header className={viewer || canLeave ? "site-header site-header-full" : "site-header"}>
      <a className="skip-link" href="#main">
        {t("nav.skip")}
      </a>
      <div className="site-header-bar">
        <a className="brand" href="/">
          <Logo size={36} />
          <span>{productName}</span>
        </a>
        <nav className="site-links" aria-label={t("nav.label")}>
          <Links viewer={viewer} canLeave={canLeave} />
        </nav>
        <LanguageMenu />
        <details className="site-menu" data-menu>
          <summary>{t("nav.menu")}</summary>
          <div className="site-menu-panel">
            <nav aria-label={t("nav.label")}>
              <Links viewer={viewer} canLeave={canLeave} />
            </nav>
            <LanguageSwitch />
          </div>
        </details>
      </div>
    </header>
  );
}

/** Full page loads instead of client-side navigation: most pages load no framework that could navigate. */
function Links({ viewer, canLeave }: Pick<SiteHeaderProps, "viewer" | "canLeave">) {
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
      {!viewer && (
        <li className="for-organisers">
          <a href="/admin-raffle-list" aria-current={pathname === "/admin-raffle-list" ? "page" : undefined}>
            {t("nav.yours")}
          </a>
        </li>
      )}
      {canLeave && <PostLink action="/leave-desk" label={t("nav.leaveDesk")} />}
      {viewer !== undefined && <AccountLinks viewer={viewer} />}
    </ul>
  );
}

/** Leaving is a form, because a GET link that somebody sends could otherwise trigger it. */
function PostLink({ action, label }: { readonly action: string; readonly label: string }) {
  return (
    <li>
      <form method="post" action={action} data-forgets="">
        <button type="submit">{label}</button>
      </form>
    </li>
  );
}

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
      {/* The row has no room for more than an admin's links. */}
      {!viewer.isAdmin && link("/admin-raffle-list", t("nav.yours"))}
      {link("/profile", t("nav.profile"))}
      {viewer.isAdmin && link("/admin", t("nav.admin"))}
      <PostLink action="/sign-out" label={t("nav.signOut")} />
    </>
  );
}
