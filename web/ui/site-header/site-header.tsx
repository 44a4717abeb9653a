import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { Viewer } from "../../requests/account.ts";
import { Logo } from "../../theme/logo.tsx";
import { LanguageMenu, LanguageSwitch } from "../language-switch/language-switch.tsx";
import "./site-header.css";

const LINKS = [
  { to: "/", key: "nav.home" },
  { to: "/raffle-list", key: "nav.list" },
  { to: "/my-tickets", key: "nav.tickets" },
  { to: "/how-it-works", key: "nav.howItWorks" },
] as const;

type SiteHeaderProps = {
  readonly productName: string;
  /** The signed-in account. Undefined on pages that are the same for every visitor. */
  readonly viewer: Viewer | undefined;
  readonly canLeave: boolean;
};

/**
 * The brand and the navigation, in one line at every width. On a small screen all of it folds into a menu that opens
 * without a script; what belongs to an account or a desk is always in there.
 */
export function SiteHeader({ productName, viewer, canLeave }: SiteHeaderProps) {
  const { t } = useTranslation("site");
  const full = Boolean(viewer) || canLeave;
  const login = viewer === null && <PageLink to="/login" label={t("nav.login")} />;
  return (
    <header className={full ? "site-header site-header-full" : "site-header"}>
      <a className="skip-link" href="#main">
        {t("nav.skip")}
      </a>
      <div className="site-header-bar">
        <a className="brand" href="/">
          <Logo size={36} />
          <span>{productName}</span>
        </a>
        <nav className="site-links" aria-label={t("nav.label")}>
          <ul>
            <Places isMember={Boolean(viewer)} />
            {!full && login}
          </ul>
        </nav>
        <LanguageMenu />
        <details className="site-menu" data-menu>
          <summary>{t("nav.menu")}</summary>
          <div className="site-menu-panel">
            <nav aria-label={t("nav.menu")}>
              <ul>
                <Places isMember={Boolean(viewer)} />
              </ul>
              <ul>
                {canLeave && <PostLink action="/leave-desk" label={t("nav.leaveDesk")} />}
                {login}
                {viewer && (
                  <>
                    <PageLink to="/profile" label={t("nav.profile")} />
                    {viewer.isAdmin && <PageLink to="/admin" label={t("nav.admin")} />}
                    <PostLink action="/sign-out" label={t("nav.signOut")} />
                  </>
                )}
              </ul>
            </nav>
            <LanguageSwitch />
          </div>
        </details>
      </div>
    </header>
  );
}

function Places({ isMember }: { readonly isMember: boolean }) {
  const { t } = useTranslation("site");
  return (
    <>
      {LINKS.map(({ to, key }) => (
        <PageLink key={to} to={to} label={t(key)} />
      ))}
      <PageLink to="/admin-raffle-list" label={t("nav.yours")} className={isMember ? undefined : "for-organisers"} />
    </>
  );
}

type PageLinkProps = { readonly to: string; readonly label: string; readonly className?: string | undefined };

/** Full page loads instead of client-side navigation: most pages load no framework that could navigate. */
function PageLink({ to, label, className }: PageLinkProps) {
  const { pathname } = useLocation();
  return (
    <li className={className}>
      <a href={to} aria-current={pathname === to ? "page" : undefined}>
        {label}
      </a>
    </li>
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
