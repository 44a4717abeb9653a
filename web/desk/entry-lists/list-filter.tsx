import { useTranslation } from "react-i18next";
import { SelectField } from "../../forms/select-field.tsx";
import type { EntryListData } from "./entry-list-page.ts";
import "./list-filter.css";

/** The lists' usual filters, one press each. */
export function FilterLinks({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  return (
    <nav className="filter-links" aria-label={t("lists.filter.heading")}>
      {list.filters.links.map(({ label, href, current }) => (
        <a key={href} className="chip chip-quiet" href={href} aria-current={current ? "true" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** All that a list can be narrowed and ordered by, in the form of its search. */
export function FilterFields({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const { fields, open } = list.filters;
  return (
    <details className="filter" open={open || undefined}>
      <summary>{t("lists.filter.heading")}</summary>
      <div className="filter-fields">
        {fields.map(({ name, label, options, chosen }) => (
          <SelectField key={name} name={name} label={label} options={options} defaultValue={chosen} />
        ))}
      </div>
    </details>
  );
}
