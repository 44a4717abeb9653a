import { useTranslation } from "react-i18next";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { Notice } from "../../ui/notice.tsx";
import { ReplaceQuestion } from "./replace-question.tsx";
import type { WinnersResult } from "./winners-action.ts";

type WinnerAnswerProps = {
  readonly result: WinnersResult;
  /** The name of the prize that it is about. */
  readonly prize: string;
};

/** What became of an action, or the question before it, where the person who did it looks: on the winner's card. */
export function WinnerAnswer({ result, prize }: WinnerAnswerProps) {
  const isAsked = result.intent === "ask" && !result.refusal;
  return (
    <div {...useAnswerFocus<HTMLDivElement>(result)}>
      {isAsked ? <ReplaceQuestion result={result} prize={prize} /> : <ResultNotice result={result} />}
    </div>
  );
}

function ResultNotice({ result: { intent, ticket, to, refusal } }: Pick<WinnerAnswerProps, "result">) {
  const { t } = useTranslation(["claims", "messages"]);
  if (refusal) {
    const fields = Object.values(refusal.errors).flat();
    const reasons = (fields.length > 0 ? fields : refusal.summary).map(({ key, params }) =>
      t(key, { ns: "messages", ...params }),
    );
    return <Notice kind="error">{[t("winners.failed", { ticket }), ...reasons].join(" ")}</Notice>;
  }
  // The question is shown instead of an answer.
  if (intent === "ask") return null;
  const done = intent === "replace" && to === null ? "nobody" : intent;
  return <Notice kind="success">{t(`winners.done.${done}`, { ticket, to })}</Notice>;
}
