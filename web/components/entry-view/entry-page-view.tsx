import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import type { ChecklistItem, WishlistItem } from "#src/entries/schema.ts";
import type { EntryChangeResult } from "../../views/entry-change-form.ts";
import type { RaffleView } from "../../views/raffle-view.ts";
import { CodeTicket } from "../code-ticket/code-ticket.tsx";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";
import { RaffleStrip } from "../raffle-strip/raffle-strip.tsx";
import { ChangeResult } from "./change-result.tsx";
import { EntryChecklist } from "./entry-checklist.tsx";
import { EntryDetails, type EntryDetailsView } from "./entry-details.tsx";
import { EntryWishlist } from "./entry-wishlist.tsx";
import { OwnData, type OwnNews } from "./own-data.tsx";

type EntryPageViewProps = {
  readonly raffle: RaffleView;
  readonly entry: EntryDetailsView;
  readonly rules: readonly ChecklistItem[];
  readonly wishes: readonly WishlistItem[];
  readonly news: OwnNews | null;
  readonly operatorEmail: string | null;
  readonly result: EntryChangeResult | null;
};

/** An entrant's own entry: its details, and its ticks and wishes to change until the raffle is locked in. */
export function EntryPageView({ raffle, entry, rules, wishes, news, operatorEmail, result }: EntryPageViewProps) {
  const { t } = useTranslation("entries");
  const saving = useNavigation().state !== "idle";
  return (
    <>
      <RaffleStrip raffle={raffle} fallback="/banner/banner.png" />
      <PageHeading title={t("view.heading")} />
      <CodeTicket label={t("view.entryCode")} code={entry.entryCode} stub={raffle.name} />
      <EntryDetails entry={entry} />
      {!raffle.open && <Notice kind="info">{t("view.locked")}</Notice>}
      <Form method="post" preventScrollReset discover="none" className="form">
        {/* Enter in a note presses the form's first button: it must save the notes, not press a toggle. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" disabled={!raffle.open}>
          {t("view.updateNotes")}
        </button>
        {result && <ChangeResult result={result} />}
        <EntryChecklist rules={rules} disabled={!raffle.open} />
        <EntryWishlist raffle={raffle} wishes={wishes} notes={result?.notes ?? {}} disabled={!raffle.open} />
        {wishes.length > 0 && (
          <button type="submit" name="intent" value="notes" className="button button-primary" disabled={!raffle.open}>
            {saving ? t("view.updating") : t("view.updateNotes")}
          </button>
        )}
      </Form>
      <div className="form">
        <OwnData raffle={raffle} entryCode={entry.entryCode} news={news} operatorEmail={operatorEmail} />
      </div>
    </>
  );
}
