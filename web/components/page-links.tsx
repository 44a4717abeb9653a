import { useTranslation } from "react-i18next";

type PageLinksProps = {
  /** Counted from 1. */
  readonly page: number;
  readonly more: boolean;
  /** What the page is called in the address. */
  readonly name?: string;
  /** What else stands in the address, such as what was searched for. */
  readonly query?: Readonly<Record<string, string>>;
};

/** The way to the pages before and after this one of a list, where there are any. */
export function PageLinks({ page, more, name = "page", query = {} }: PageLinksProps) {
  const { t } = useTranslation("accounts");
  if (page === 1 && !more) return null;
  const to = (number: number) => `?${new URLSearchParams({ ...query, [name]: String(number) })}`;
  return (
    <nav className="actions" aria-label={t("pages.label")}>
      {page > 1 && (
        <a rel="prev" href={to(page - 1)}>
          {t("pages.previous")}
        </a>
      )}
      {more && (
        <a rel="next" href={to(page + 1)}>
          {t("pages.next")}
        </a>
      )}
    </nav>
  );
}
