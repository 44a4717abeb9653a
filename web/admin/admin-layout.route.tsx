import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import type { PageHandle } from "#src/http/page-handle.ts";
import { ButtonLink } from "../ui/buttons/buttons.tsx";
import { PageHeading } from "../ui/page-parts.tsx";
import "../site/sign-in/account.css";
import "./admin.css";

/** What all screens of admins declare, unless they say otherwise. */
export const handle: PageHandle = { personal: true };

const SECTIONS = [
  ["/admin", "numbers"],
  ["/admin/raffles", "rafflesLink"],
  ["/admin/events", "eventsLink"],
  ["/admin/users", "usersLink"],
  ["/admin/news", "newsLink"],
  ["/admin/mails", "mailsLink"],
  ["/admin/jobs", "jobsLink"],
  ["/admin/changes", "changesLink"],
] as const;

/** The head of every admin page, with links to the others. */
export default function AdminLayout() {
  const { t } = useTranslation("accounts");
  const { pathname } = useLocation();
  const [, here = "numbers"] = SECTIONS.find(([path]) => path === pathname) ?? [];
  return (
    <>
      <PageHeading title={t(here === "numbers" ? "admin.heading" : `admin.${here}`)} />
      <nav className="actions admin-sections" aria-label={t("admin.sections")}>
        {SECTIONS.map(([to, key]) => (
          <ButtonLink
            key={to}
            label={t(`admin.${key}`)}
            href={to}
            aria-current={pathname === to ? "page" : undefined}
          />
        ))}
      </nav>
      <Outlet />
    </>
  );
}
