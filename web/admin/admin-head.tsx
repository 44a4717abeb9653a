import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { ButtonLink } from "../ui/buttons/buttons.tsx";
import { PageHeading } from "../ui/page-heading.tsx";

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
export function AdminHead({ title }: { readonly title: string }) {
  const { t } = useTranslation("accounts");
  const { pathname } = useLocation();
  return (
    <>
      <PageHeading title={title} />
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
    </>
  );
}
