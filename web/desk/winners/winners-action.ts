import { data, type RouterContextProvider } from "react-router";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Outcome } from "#src/base/outcome.ts";
import { type ExtendRefusal, extendClaim, type TurnDownRefusal, turnDownClaim } from "#src/claims/answer-claim.ts";
import { type NoticeRefusal, recordNotice } from "#src/claims/record-notice.ts";
import { type ShowWordsRefusal, showWords } from "#src/claims/show-words.ts";
import { type ReplaceRefusal, readReplacement, replaceWinner } from "#src/draws/replacing/replace-winner.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { type RefusalView, refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";

/** What the buttons of this screen do. Only "replace" replaces: "ask" asks first. */
export const INTENTS = ["notice", "turn-down", "extend", "ask", "replace", "show-words", "hide-words"] as const;

export type Intent = (typeof INTENTS)[number];

/** What was sent, as typed. */
export type SentForm = {
  readonly intent: Intent;
  readonly claimId: string;
  readonly ticket: string;
  readonly typed: Readonly<Record<(typeof TYPED)[number], string>>;
};

const TYPED = [
  "prizeCode",
  "claimedAt",
  "way",
  "reached",
  "answer",
  "at",
  "reason",
  "until",
  "why",
  "note",
  "version",
] as const;

export type WinnersResult = SentForm & {
  readonly refusal: RefusalView | null;
  /** Who came, where somebody was replaced; null if nobody is left. */
  readonly to: number | null;
};

/** What each winner on the screen needs to know of it. */
export type WinnersScreen = {
  readonly codeId: string;
  readonly accessCode: string;
  /** Of the next notice that is written down. */
  readonly noticeId: string;
  readonly result: WinnersResult | null;
};

/** Does what an organiser wants of a winner. */
export async function actOnWinner(
  { request, context }: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
  scope: OrganiserScope,
) {
  const form = await readForm(request, context.get(visitorContext).language);
  const site = context.get(siteContext);
  const values = TYPED.map((name) => [name, formText(form, name)]);
  const intent = INTENTS.find((known) => known === formText(form, "intent")) ?? "ask";
  const typed = Object.fromEntries(values) as SentForm["typed"];
  const sent: SentForm = { intent, claimId: formText(form, "claimId"), ticket: formText(form, "ticket"), typed };
  const claim = { claimId: sent.claimId, ...typed };
  const wanted = { prizeCode: typed.prizeCode, from: Number(sent.ticket), reason: typed.why, note: typed.note };
  type Refused = NoticeRefusal | TurnDownRefusal | ExtendRefusal | ReplaceRefusal | ShowWordsRefusal;
  let to: number | null = null;
  const work = async (): Promise<Outcome<unknown, Refused>> => {
    switch (intent) {
      case "notice":
        return recordNotice(site, scope, { ...claim, noticeId: formText(form, "noticeId") });
      case "turn-down":
        return turnDownClaim(site, scope, claim);
      case "extend":
        return extendClaim(site, scope, claim);
      case "show-words":
      case "hide-words":
        return showWords(site, scope, { ...claim, shown: intent === "show-words" });
      case "replace": {
        const replaced = await replaceWinner(site, scope, wanted);
        if (replaced.ok) to = replaced.value.to;
        return replaced;
      }
      default:
        return readReplacement(wanted);
    }
  };
  const outcome = await attempt(context, work, form);
  if (!outcome.ok) {
    const result: WinnersResult = { ...sent, to, refusal: refusalView(outcome.refusal) };
    return data(result, refusalStatus(outcome.refusal));
  }
  return data<WinnersResult>({ ...sent, to, refusal: null });
}
