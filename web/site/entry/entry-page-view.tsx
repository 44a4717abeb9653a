import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import type { EntryView } from "#src/entries/entry-view.ts";
import type { PersonField } from "#src/entries/fields.ts";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { TextField } from "../../forms/fields.tsx";
import { FormErrorsProvider } from "../../forms/form.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { useClosingRaffle } from "../../page/use-closing-raffle.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { CheckQr, CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { RaffleStrip } from "../../ui/raffle-strip/raffle-strip.tsx";
import { ShowDetails } from "../../ui/show-details.tsx";
import { StandingLine } from "../../ui/standing/standing-line.tsx";
import { When } from "../../ui/when.tsx";
import type { Route } from "./+types/entry.route.ts";
import { ChangeResult } from "./change-result.tsx";
import { KeepOnDevice } from "./device/keep-on-device.tsx";
import { type EntryChangeResult, namingIntent } from "./entry-change-form.ts";
import { EntryChecklist } from "./entry-checklist.tsx";
import { EntryWishlist } from "./entry-wishlist.tsx";
import { InvitePart } from "./invite-part.tsx";
import { useStoredNotes } from "./notes/use-stored-notes.ts";
import { OwnData } from "./own-data.tsx";
import { OwnReceipt } from "./own-ticket/own-receipt.tsx";
import { OwnTicket } from "./own-ticket/own-ticket.tsx";
import { PhotoPart } from "./photo-part.tsx";
import { PushOffer } from "./push/push-offer.tsx";
import { StampCard } from "./stamp-card/stamp-card.tsx";
import { Toggle } from "./toggle.tsx";
import "./entry-fold.css";

/** An entrant's own entry: its details, and its ticks and wishes. They can be changed until the raffle is locked in. */
export function EntryPageView({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, provable, rules, wishes, standing, ticket, news, reminder } = loaderData;
  const { erasure, operatorEmail, pushKey, ledger, invite, card, photos } = loaderData;
  const raffle = useClosingRaffle(loaderData.raffle);
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
  const ownTicket = ticket && <OwnTicket own={ticket} claimPage={`/claim/${raffle.codeId}/${entry.entryCode}`} />;
  return (
    <>
      <RaffleStrip raffle={raffle} fallback="/banner/banner.png" />
      <PageHeading title={t("view.heading")} />
      {ticket?.result && ownTicket}
      <CodeTicket label={t("view.entryCode")} code={entry.entryCode} stub={raffle.name} />
      <CheckQr qr={raffle.checkQr} entryCode={entry.entryCode} />
      <KeepOnDevice raffle={raffle} entryCode={entry.entryCode} />
      {result?.typed.intent === "show" && !entry.masked && <Notice kind="success">{t("mask.shown")}</Notice>}
      {ticket?.result ? <p className="hint">{standing.text}</p> : <StandingLine standing={standing} />}
      {card && <StampCard {...card} />}
      {!ticket?.result && ownTicket}
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
        <FoldedAfterDraw isDrawn={Boolean(ticket?.result)}>
          <EntryChecklist
            rules={rules}
            raffle={raffle}
            drops={entry.drops}
            ledger={ledger}
            disabled={!raffle.open}
            result={result}
          />
          <EntryWishlist raffle={raffle} wishes={wishes} keeper={keeper} disabled={!raffle.open} result={result} />
        </FoldedAfterDraw>
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
        {photos && <PhotoPart {...photos} href={`/photo-proof/${raffle.codeId}/${entry.entryCode}`} />}
        {invite && <InvitePart {...invite} />}
        {result?.typed.intent === "erase" && (
          <div {...focus}>
            <ChangeResult result={result} />
          </div>
        )}
        {pushKey && <PushOffer codeId={raffle.codeId} entryCode={entry.entryCode} pushKey={pushKey} />}
        {!entry.masked && <OwnReceipt codeId={raffle.codeId} entryCode={entry.entryCode} />}
        <OwnData {...{ raffle, entry, news, reminder, erasure, operatorEmail }} />
      </div>
    </>
  );
}

/** Folds what nobody can change any more, once the draw is what somebody comes for. */
function FoldedAfterDraw({ isDrawn, children }: { readonly isDrawn: boolean; readonly children: ReactNode }) {
  const { t } = useTranslation("entries");
  if (!isDrawn) return children;
  return (
    <details className="entry-fold">
      <summary>{t("view.ticksAndWishes")}</summary>
      <div className="form">{children}</div>
    </details>
  );
}

type CorrectContactProps = {
  readonly entry: { readonly phone: string; readonly email: string };
  readonly result: EntryChangeResult | null;
};

/** Lets an entrant mend a mistyped phone or e-mail, folded away until it is wanted. */
function CorrectContact({ entry, result }: CorrectContactProps) {
  const { t } = useTranslation("entries");
  const saving = useNavigation().formData?.get("intent") === "correct";
  const answer = result?.typed.intent === "correct" ? result : null;
  const refusal = answer?.refusal ?? null;
  const folded = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!answer || !folded.current) return;
    folded.current.open = answer.refusal !== null;
    folded.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  const { phone, email } = (refusal && answer?.typed.corrected) || entry;
  return (
    <>
      {answer && <ChangeResult result={answer} />}
      <details ref={folded} className="entry-fold" open={refusal !== null}>
        <summary>{t("correct.summary")}</summary>
        <Form
          id="correct"
          key={`${entry.phone} ${entry.email}`}
          method="post"
          noValidate
          preventScrollReset
          className="form"
          data-failed={t("correct.failed")}
        >
          <FormErrorsProvider errors={refusal?.errors ?? {}}>
            <p className="hint">{t("correct.hint")}</p>
            <div className="form-columns">
              <TextField
                name="phone"
                label={t("view.phone")}
                maxLength={ENTRY_LIMITS.phone}
                defaultValue={phone}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
              />
              <TextField
                name="email"
                label={t("view.email")}
                maxLength={ENTRY_LIMITS.email}
                defaultValue={email}
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
              />
            </div>
            <button type="submit" name="intent" value="correct" className="button" aria-disabled={saving}>
              {saving ? t("correct.saving") : t("correct.save")}
            </button>
          </FormErrorsProvider>
        </Form>
      </details>
    </>
  );
}

type EntryDetailsView = EntryView["entry"];

/** The entrant's details as typed. */
function EntryDetails({ entry }: { readonly entry: EntryDetailsView }) {
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
        // Empty details are left out, and those masked as a whole: rows of dots before all that one came for.
        .filter((fact) => fact.value.replaceAll("•", "") !== "")
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

type WinnerNamingProps = {
  readonly byTicket: boolean;
  readonly disabled: boolean;
  readonly result: EntryChangeResult | null;
};

/** How the entrant is named if they win: by first name and initial, or by the ticket number alone. */
function WinnerNaming({ byTicket, disabled, result }: WinnerNamingProps) {
  const { t } = useTranslation("entries");
  return (
    <FormSection title={t("view.naming")}>
      <div className="choice choice-toggle">
        <p id="naming">{t("view.namedByTicket")}</p>
        <Toggle
          on={byTicket}
          value={namingIntent(byTicket ? "name" : "ticket")}
          label={t(byTicket ? "view.yes" : "view.no")}
          labelledBy="naming"
          pressed={result?.typed.intent === "naming"}
          failed={t("view.failedNaming")}
          disabled={disabled}
        />
        {result?.typed.intent === "naming" && <ChangeResult result={result} />}
      </div>
    </FormSection>
  );
}
