import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RaffleStrip } from "../../ui/raffle-strip/raffle-strip.tsx";
import { ShowDetails } from "../../ui/show-details.tsx";
import { StandingLine } from "../../ui/standing/standing-line.tsx";
import type { Route } from "./+types/entry.route.ts";
import { ChangeResult } from "./change-result.tsx";
import { CorrectContact } from "./correct-contact.tsx";
import { EntryChecklist } from "./entry-checklist.tsx";
import { EntryDetails } from "./entry-details.tsx";
import { EntryWishlist } from "./entry-wishlist.tsx";
import { useStoredNotes } from "./notes/use-stored-notes.ts";
import { OwnData } from "./own-data.tsx";
import { OwnReceipt } from "./own-ticket/own-receipt.tsx";
import { OwnTicket } from "./own-ticket/own-ticket.tsx";
import { WinnerNaming } from "./winner-naming.tsx";

/** An entrant's own entry: its details, and its ticks and wishes. They can be changed until the raffle is locked in. */
export function EntryPageView({ loaderData, actionData }: Route.ComponentProps) {
  const { raffle, entry, provable, rules, wishes, standing, ticket, news, reminder } = loaderData;
  const { erasure, operatorEmail } = loaderData;
  const result = actionData ?? null;
  const { t } = useTranslation("entries");
  const saving = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const keeper = useStoredNotes(form, result);
  const focus = useAnswerFocus<HTMLDivElement>(result);
  const items = [...rules.map(({ ruleId }) => ruleId), ...wishes.map(({ prizeId }) => prizeId), "naming"];
  // What was switched may be gone meanwhile.
  const isAnsweredThere = items.includes(result?.typed.toggled?.id ?? "");
  const canStillWin = raffle.open || (standing.state === "in" && (!ticket?.result || ticket.result.reserve.length > 0));
  return (
    <>
      <RaffleStrip raffle={raffle} fallback="/banner/banner.png" />
      <PageHeading title={t("view.heading")} />
      <CodeTicket label={t("view.entryCode")} code={entry.entryCode} stub={raffle.name} />
      {result?.typed.intent === "show" && !entry.masked && <Notice kind="success">{t("mask.shown")}</Notice>}
      <StandingLine standing={standing} />
      {ticket && <OwnTicket own={ticket} claimPage={`/claim/${raffle.codeId}/${entry.entryCode}`} />}
      <EntryDetails entry={entry} />
      {raffle.open && !entry.masked && <CorrectContact entry={entry} result={result} />}
      <Form
        ref={form}
        method="post"
        preventScrollReset
        className="form"
        onSubmit={keeper.holdPress}
        data-draft={`notes:${entry.entryCode}`}
        data-failed={t("view.failedNotes")}
      >
        {/* Enter presses the form's first button: this one saves the notes or shows the details, and is no toggle. */}
        <button
          type="submit"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          disabled={!raffle.open && !entry.masked}
        >
          {t("view.updateNotes")}
        </button>
        {/* In the same form, because without JavaScript the notes of another form would be lost. */}
        {entry.masked && <ShowDetails provable={provable} result={result} />}
        {!raffle.open && <Notice kind="info">{t("view.locked")}</Notice>}
        {result?.typed.toggled && !isAnsweredThere && <ChangeResult result={result} />}
        <EntryChecklist
          rules={rules}
          effect={raffle.ruleEffect}
          drops={entry.drops}
          disabled={!raffle.open}
          result={result}
        />
        <EntryWishlist raffle={raffle} wishes={wishes} keeper={keeper} disabled={!raffle.open} result={result} />
        {result?.typed.intent === "notes" && (
          <div {...focus}>
            <ChangeResult result={result} />
          </div>
        )}
        {wishes.length > 0 && raffle.open && (
          <Submit label={saving ? t("view.updating") : t("view.updateNotes")} look="primary" intent="notes" />
        )}
        {canStillWin && <WinnerNaming byTicket={entry.namedByTicket} disabled={!raffle.open} result={result} />}
      </Form>
      <div className="form">
        {result?.typed.intent === "erase" && (
          <div {...focus}>
            <ChangeResult result={result} />
          </div>
        )}
        {!entry.masked && <OwnReceipt codeId={raffle.codeId} entryCode={entry.entryCode} />}
        <OwnData {...{ raffle, entry, news, reminder, erasure, operatorEmail }} />
      </div>
    </>
  );
}
