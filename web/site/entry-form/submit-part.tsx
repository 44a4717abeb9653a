import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { useRobotPuzzle } from "../../robot-puzzle/use-robot-puzzle.ts";
import { Notice } from "../../ui/notice.tsx";
import type { RobotPuzzleView } from "./entry-submission.ts";
import { useLongWait } from "./use-long-wait.ts";

type SubmitPartProps = { readonly puzzle: RobotPuzzleView | null; readonly closed: boolean };

/** The submit button, and the progress of a puzzle if one has to be solved first. The person need do nothing. */
export function SubmitPart({ puzzle, closed }: SubmitPartProps) {
  const { t } = useTranslation("entries");
  const button = useRef<HTMLButtonElement>(null);
  const sending = useNavigation().state !== "idle";
  const { solving, failed, progress } = useRobotPuzzle(puzzle, button);
  const busy = sending || solving;
  const waitsLong = useLongWait(sending);
  const idleText = failed ? t("form.tryAgain") : t("form.submit");
  return (
    <div className="form-end">
      <div role="status">
        {solving && (
          <div className="notice notice-info">
            <p>{t("form.puzzle")}</p>
            <progress value={progress} aria-label={t("form.puzzleProgress")} />
          </div>
        )}
        {waitsLong && <p className="notice notice-info">{t("form.longWait")}</p>}
      </div>
      {failed && !sending && <Notice kind="error">{t("form.puzzleFailed")}</Notice>}
      <button
        ref={button}
        type="submit"
        className="button button-primary"
        disabled={closed}
        aria-disabled={busy}
        aria-busy={busy}
        // A form sent while the puzzle is being solved would only get another puzzle.
        onClick={solving ? (event) => event.preventDefault() : undefined}
      >
        {busy ? t("form.submitting") : idleText}
      </button>
    </div>
  );
}
