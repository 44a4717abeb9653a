import { type ComponentProps, createContext, type InputHTMLAttributes, type ReactNode, useContext, useId } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { MAX_REASON } from "#src/access/audit/limits.ts";
import type { FieldMessages } from "#src/base/refusal.ts";
import { CLAIM_LIMITS, NOTICE_WAYS } from "#src/claims/limits.ts";
import { NOTE_LENGTH, REPLACEMENT_REASONS, type ReplacementReason } from "#src/draws/protocol/winners/replacements.ts";
import type { LeavingOffers } from "#src/draws/replacing/rules.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { Field, fieldAria, Select } from "../../forms/fields.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { HiddenFields } from "../../ui/hidden-fields.tsx";
import { Notice, reasonsOf, useSentences } from "../../ui/page-parts.tsx";
import type { CardField, WinnersResult, WinnersScreen, WinnerView } from "./winners-page.ts";

type WinnerFormsProps = WinnersScreen & { readonly winner: WinnerView };

/** What an organiser can do about a winner, each in a form of its own that is folded away. */
export function WinnerForms(props: WinnerFormsProps) {
  const { t } = useTranslation("claims");
  const { person, isReached, can } = props.winner;
  const { turnDown, extend, leave } = can;
  const ways = NOTICE_WAYS.map((value) => ({ value, label: t(`winners.way.${value}`) }));
  const reasons = REPLACEMENT_REASONS.filter((reason) => leave[reason]);
  return (
    <>
      <WinnerForm {...props} intent="notice">
        <Choice name="way" options={ways} />
        <Line name="reached" maxLength={CLAIM_LIMITS.reached} defaultValue={person?.phone ?? ""} aria-required />
        <Line name="answer" maxLength={CLAIM_LIMITS.noticeAnswer} aria-required />
        <Line name="at" type="datetime-local" />
      </WinnerForm>
      {extend && (
        <WinnerForm {...props} intent="extend" hint={mailHintOf("extend", isReached)}>
          <Line name="until" type="date" aria-required />
          <Line name="reason" maxLength={MAX_REASON} aria-required />
        </WinnerForm>
      )}
      {turnDown && (
        <WinnerForm {...props} intent="turn-down" hint={mailHintOf("turn-down", isReached)}>
          <Line name="reason" maxLength={MAX_REASON} aria-required />
        </WinnerForm>
      )}
      {reasons.length > 0 && (
        <WinnerForm {...props} intent="ask" hint={hintOf(leave)}>
          <Choice name="why" options={reasons.map((value) => ({ value, label: t(`winners.why.${value}`) }))} />
          <Line name="note" maxLength={NOTE_LENGTH} aria-required={!leave.unclaimed} />
        </WinnerForm>
      )}
    </>
  );
}

const BY_HAND = { "turn-down": "turn-downByHand", extend: "extendByHand" } as const;

/** What a press mails the winner, or what is left to do where the site cannot. */
function mailHintOf(intent: keyof typeof BY_HAND, isReached: boolean) {
  return isReached ? intent : BY_HAND[intent];
}

/** What a press leads to, by all that is offered: at once, in three days, or one of both by the reason. */
function hintOf(leave: LeavingOffers): "ask" | "announce" | "either" {
  const ways = new Set(Object.values(leave));
  return ways.size > 1 ? "either" : ways.has("announced") ? "announce" : "ask";
}

/** What was typed into a form that was refused, and why it was. */
type Refused = { readonly typed: WinnersResult["typed"]; readonly errors: FieldMessages };

/** The names under which a replacement's faults are reported, by those of the form. */
const SHOWN_AS: Partial<Record<CardField, string>> = { why: "reason" };

const RefusedForm = createContext<Refused | null>(null);

/** Forms that take something from the winner: they come last, and look it. */
const HARMS: ReadonlySet<string> = new Set(["turn-down", "ask"]);

type WinnerFormProps = WinnerFormsProps & {
  readonly intent: "notice" | "turn-down" | "extend" | "ask";
  readonly hint?: KeyUnder<"claims", "winners.doHint">;
  readonly children: ReactNode;
};

function WinnerForm({ winner, noticeId, result, intent, hint = intent, children }: WinnerFormProps) {
  const { t } = useTranslation("claims");
  const { search: here } = useLocation();
  const { id, ticket, prizeCode, claimedAt } = winner;
  const isOurs = result?.typed.claimId === id && (result.intent === "replace" ? "ask" : result.intent) === intent;
  const refused = isOurs && result.refusal ? { typed: result.typed, errors: result.refusal.errors } : null;
  return (
    <details className={HARMS.has(intent) ? "winner-harm" : undefined} open={refused !== null || undefined}>
      <summary>
        {t(`winners.do.${intent}`)}
        <span className="visually-hidden"> #{ticket}</span>
      </summary>
      <form method="post" action={here || undefined} className="form" data-draft={`${intent}-${id}`}>
        <HiddenFields fields={{ claimId: id, ticket, prizeCode, claimedAt: claimedAt ?? "" }} />
        <input type="hidden" name="noticeId" value={noticeId} data-drafted="" />
        <p className="hint">{t(`winners.doHint.${hint}`)}</p>
        <RefusedForm value={refused}>{children}</RefusedForm>
        <Submit label={t(`winners.send.${intent}`)} look="primary" intent={intent} />
      </form>
    </details>
  );
}

function useCardField(name: CardField) {
  const { t } = useTranslation(["claims", "messages"]);
  const refused = useContext(RefusedForm);
  const error = useSentences()(refused?.errors[SHOWN_AS[name] ?? name]) || undefined;
  return { id: useId(), label: t(`winners.field.${name}`), error, typed: refused?.typed[name] };
}

type LineProps = InputHTMLAttributes<HTMLInputElement> & { readonly name: CardField };

function Line({ name, defaultValue, ...input }: LineProps) {
  const { id, label, error, typed } = useCardField(name);
  return (
    <Field id={id} label={label} error={error} required={Boolean(input["aria-required"])}>
      <input
        {...input}
        {...fieldAria(id, null, error)}
        name={name}
        className="input"
        defaultValue={typed ?? defaultValue}
        autoComplete="off"
      />
    </Field>
  );
}

type ChoiceProps = {
  readonly name: CardField;
  readonly options: ComponentProps<typeof Select>["options"];
};

function Choice({ name, options }: ChoiceProps) {
  const { id, label, error, typed } = useCardField(name);
  return (
    <Field id={id} label={label} error={error}>
      <Select {...fieldAria(id, null, error)} name={name} options={options} defaultValue={typed} />
    </Field>
  );
}

/** The buttons that do something. */
type Done = Exclude<KeyUnder<"claims", "winners.done">, "nobody" | "announced">;

type WinnerAnswerProps = Pick<WinnersScreen, "announcedUntil"> & {
  readonly result: WinnersResult;
  /** How the winner can be let go. */
  readonly leave: LeavingOffers;
  /** The name of the prize that it is about. */
  readonly prize: string;
};

/** What became of an action, or the question before it, where the person who did it looks: on the winner's card. */
export function WinnerAnswer({ result, ...about }: WinnerAnswerProps) {
  const isAsked = !result.done && !result.refusal;
  return (
    <div {...useAnswerFocus<HTMLDivElement>(result)}>
      {isAsked ? <ReplaceQuestion result={result} {...about} /> : <ResultNotice result={result} />}
    </div>
  );
}

function ResultNotice({ result: { intent, typed, done, refusal } }: Pick<WinnerAnswerProps, "result">) {
  const { t } = useTranslation(["claims", "messages"]);
  const timestamp = useTimestamps();
  const sentences = useSentences();
  if (refusal) {
    const failed = t("winners.failed", { ticket: typed.ticket });
    return <Notice kind="error" answers>{`${failed} ${sentences(reasonsOf(refusal))}`}</Notice>;
  }
  if (done?.dueAt) {
    return (
      <Notice kind="success">{t("winners.done.announced", { ticket: typed.ticket, ...timestamp(done.dueAt) })}</Notice>
    );
  }
  const answer = intent === "replace" && done?.to === null ? "nobody" : (intent as Done);
  return <Notice kind="success">{t(`winners.done.${answer}`, { ticket: typed.ticket, to: done?.to })}</Notice>;
}

/** The fact on the page that a claim's winner was replaced. */
export const replacedFact = (claimId: string) => `replaced-${claimId}`;

/** The fact that it is announced. */
export const announcedFact = (claimId: string) => `announced-${claimId}`;

/** Asks whether somebody is to be replaced, or whether it is to be announced: everybody reads it. */
function ReplaceQuestion({ result, prize, leave, announcedUntil }: WinnerAnswerProps) {
  const { t } = useTranslation("claims");
  const { pathname, search: here } = useLocation();
  const { claimId, ticket, prizeCode, why, note } = result.typed;
  const reason = why as ReplacementReason;
  const until = useTimestamps()(announcedUntil);
  const isAnnounced = leave[reason] === "announced" && reason !== "unclaimed";
  return (
    <form
      method="post"
      action={here || undefined}
      data-asks={isAnnounced ? announcedFact(claimId) : replacedFact(claimId)}
      data-asks-at={`${pathname}?q=${ticket}`}
    >
      <div className="notice" role="alert">
        <p>
          {isAnnounced
            ? t(`winners.announceQuestion.${reason}`, { ticket, prize, ...until })
            : t("winners.question", { ticket, prize })}{" "}
          {t("winners.ifNobody")}
        </p>
        <p>
          {t("winners.publicReason")} {t(`winners.why.${reason}`)}
          {note.trim() !== "" && `: ${note}`}
        </p>
        <HiddenFields fields={{ claimId, ticket, prizeCode, why, note }} />
        <div className="actions">
          <Submit
            label={isAnnounced ? t("winners.announceYes", until) : t("winners.replaceYes")}
            look="primary"
            intent="replace"
          />
          <ButtonLink label={t("winners.replaceNo")} look="quiet" href={pathname + here} />
        </div>
      </div>
    </form>
  );
}
