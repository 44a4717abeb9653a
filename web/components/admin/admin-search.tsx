import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { MAX_EMAIL } from "#src/access/limits.ts";
import "../entry-lists/entry-lists.css";

/** Searches the list of an admin page. */
export function AdminSearch({ label, fragment }: { readonly label: string; readonly fragment: string }) {
  const { t } = useTranslation("accounts");
  return (
    <search>
      <form method="get" className="list-search">
        <TextInput
          type="search"
          name="q"
          label={label}
          defaultValue={fragment}
          maxLength={MAX_EMAIL}
          autoComplete="off"
        />
        <button type="submit" className="button">
          {t("admin.search")}
        </button>
      </form>
    </search>
  );
}
