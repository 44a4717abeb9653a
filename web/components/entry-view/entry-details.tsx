import { useTranslation } from "react-i18next";
import type { EntryView } from "#src/entries/schema.ts";
import type { ShownMoment } from "#src/i18n/format.ts";

export type EntryDetailsView = Omit<EntryView["entry"], "createdAt"> & { readonly createdAt: ShownMoment };

/** What the entrant left, as it was typed. */
export function EntryDetails({ entry }: { readonly entry: EntryDetailsView }) {
  const { t } = useTranslation("entries");
  const facts = [
    { label: t("view.name"), value: `${entry.firstName} ${entry.lastName}` },
    { label: t("view.address"), value: entry.address },
    { label: t("view.phone"), value: entry.phone },
    { label: t("view.email"), value: entry.email },
    { label: t("view.facebook"), value: entry.facebook },
    { label: t("view.instagram"), value: entry.instagram },
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
          <time dateTime={entry.createdAt.iso}>
            {entry.createdAt.date}, {entry.createdAt.time}
          </time>
        </dd>
      </div>
    </dl>
  );
}
