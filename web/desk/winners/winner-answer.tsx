import { useTranslation } from "react-i18next";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { Notice } from "../../ui/notice.tsx";
import { ReplaceQuestion } from "./replace-question.tsx";
import type { WinnersResult } from "./typed-on-card.ts";

/** The buttons that do something. */
type Done = Exclude<KeyUnder<"claims", "winners.done">, "nobody">;

type WinnerAnswerProps = {
  readonly result: WinnersResult;
  /** The name of the prize that it is about. */
  readonly prize: string;
};

/** What became of an action, or the question before it, where the person who did it looks: on the winner's card. */
export function WinnerAnswer({ result, prize }: WinnerAnswerProps) {
  const isAsked = !result.done && !result.refusal;
  return (
    <div {...useAnswerFocus<HTMLDivElement>(result)}>
      {isAsked ? <ReplaceQuestion result={result} prize={prize} /> : <ResultNotice result={result} />}
    </div>
  );
}

function ResultNotice({ result: { intent, typed, done, refusal } }: Pick<WinnerAnswerProps, "result">) {
  const { t } = useTranslation(["claims", "messages"]);
  if (refusal) {
    const fields = Object.values(refusal.errors).flat();
    const reasons = (fields.length > 0 ? fields : refusal.summary).map(({ key, params }) =>
      t(key, { ns: "messages", ...params }),
    );
    return <Notice kind="error">{[t("winners.failed", { ticket: typed.ticket }), ...reasons].join(" ")}</Notice>;
  }
  const answer = intent === "replace" && done?.to === null ? "nobody" : (intent as Done);
  return <Notice kind="success">{t(`winners.done.${answer}`, { ticket: typed.ticket, to: done?.to })}</Notice>;
}
