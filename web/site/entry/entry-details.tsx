import { useTranslation } from "react-i18next";
import type { EntryView } from "#src/entries/entry-view.ts";
import type { PersonField } from "#src/entries/fields.ts";
import { When } from "../../ui/when.tsx";

export type EntryDetailsView = EntryView["entry"];

/** The entrant's details as typed. */
export function EntryDetails({ entry }: { readonly entry: EntryDetailsView }) {
  const { t } = useTranslation("entries");
  const labels: Readonly<Record<Exclude<PersonField, "firstName" | "lastName">, string>> = {
    address: t("view.address"),
    phone: t("view.phone"),
    email: t("view.email"),
    facebook: t("view.facebook"),
    instagram: t("view.instagram"),
  };
  const others = Object.entries(labels) as [keyof typeof labels, string][];
  const facts = [
    { label: t("view.name"), value: `${entry.firstName} ${entry.lastName}` },
    ...others.map(([name, label]) => ({ label, value: entry[name] })),
  ];
  return (
    <dl className="facts">
      {facts
        .filter((fact) => fact.value !== "")
        .map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      <div>
        <dt>{t("view.joined")}</dt>
        <dd>
          <When at={entry.createdAt} />
        </dd>
      </div>
    </dl>
  );
}
