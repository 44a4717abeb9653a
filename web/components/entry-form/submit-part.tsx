import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import type { RobotPuzzleView } from "../../views/entry-submission.ts";
import { Notice } from "../notice.tsx";
import { useLongWait } from "./use-long-wait.ts";
import { useRobotPuzzle } from "./use-robot-puzzle.ts";

type SubmitPartProps = { readonly puzzle: RobotPuzzleView | null; readonly closed: boolean };

/** The button that sends the form; where a puzzle has to be solved first, how that goes. The person need do nothing. */
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
        // Sent while the puzzle is being solved, the form would only get another one.
        onClick={solving ? (event) => event.preventDefault() : undefined}
      >
        {busy ? t("form.submitting") : idleText}
      </button>
    </div>
  );
}
