import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";

type PageLinksProps = {
  /** Counted from 1. */
  readonly page: number;
  readonly more: boolean;
  readonly name?: string;
  /** Other URL parameters to keep, such as the search text. */
  readonly query?: Readonly<Record<string, string>>;
  /** What the links say where it is not the usual. */
  readonly words?: { readonly label: string; readonly previous: string; readonly next: string };
};

export function PageLinks({ page, more, name = "page", query = {}, words }: PageLinksProps) {
  const { t } = useTranslation("accounts");
  if (page === 1 && !more) return null;
  const to = (number: number) => `?${new URLSearchParams({ ...query, [name]: String(number) })}`;
  return (
    <nav className="actions" aria-label={words?.label ?? t("pages.label")}>
      {page > 1 && (
        <a rel="prev" href={to(page - 1)}>
          {words?.previous ?? t("pages.previous")}
        </a>
      )}
      {more && (
        <a rel="next" href={to(page + 1)}>
          {words?.next ?? t("pages.next")}
        </a>
      )}
    </nav>
  );
}

type MorePagesProps = {
  readonly next: string | null;
  /** What the next page's address says besides; by default what this one says. */
  readonly more?: string;
  readonly label: string;
};

/** The link to the next page of a list that is read from a place on. */
export function MorePages({ next, more, label }: MorePagesProps) {
  const { search } = useLocation();
  if (next === null) return null;
  const asked = new URLSearchParams(more ?? search);
  asked.set("after", next);
  return (
    <a rel="next" href={`?${asked}`}>
      {label}
    </a>
  );
}
