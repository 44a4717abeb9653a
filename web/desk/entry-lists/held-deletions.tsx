import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { HeldDeletion } from "#src/entries/edit/undo-deletion.ts";

/** The entries that were deleted within the last minute, each with the button that brings it back. */
export function HeldDeletions({ held }: { readonly held: readonly HeldDeletion[] }) {
  const { t } = useTranslation("desk");
  if (held.length === 0) return null;
  return (
    <section className="notice notice-info" aria-labelledby="held">
      <h2 id="held" className="notice-heading">
        {t("lists.undo.heading")}
      </h2>
      <p>{t("lists.undo.hint")}</p>
      {held.map(({ entryId, firstName, lastName }) => (
        <Form key={entryId} method="post" preventScrollReset className="actions">
          <input type="hidden" name="entryId" value={entryId} />
          <span>
            {firstName} {lastName}
          </span>
          <button type="submit" name="intent" value="undo" className="button">
            {t("lists.undo.button")}
            <span className="visually-hidden">
              {" "}
              {firstName} {lastName}
            </span>
          </button>
        </Form>
      ))}
    </section>
  );
}
