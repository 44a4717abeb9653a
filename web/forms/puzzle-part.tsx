import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { RefusalView } from "../requests/refusals/refusal-view.ts";
import { useRobotPuzzle } from "../robot-puzzle/use-robot-puzzle.ts";
import { Notice } from "../ui/notice.tsx";

type PuzzlePartProps = { readonly puzzle: NonNullable<RefusalView["puzzle"]> };

/** Part of a form that costs a puzzle: solves it, and sends the form with the solution. The person need do nothing. */
export function PuzzlePart({ puzzle }: PuzzlePartProps) {
  const { t } = useTranslation("messages");
  const place = useRef<HTMLDivElement>(null);
  const { solving, failed, progress } = useRobotPuzzle(puzzle, place);
  const seconds = puzzle.seconds ?? 1;
  // Scrolls here, because the pressed button is often at the other end of the form.
  const speaks = solving || failed;
  useEffect(() => {
    if (speaks) place.current?.scrollIntoView({ block: "center" });
  }, [speaks]);
  return (
    <div ref={place} role="status">
      {failed && <Notice kind="error">{t("puzzleFailed", { seconds })}</Notice>}
      {solving && (
        <div className="notice notice-info">
          <p>{t("puzzleSolving")}</p>
          <progress value={progress} aria-label={t("puzzleProgress")} />
        </div>
      )}
      <noscript>
        <Notice kind="error">{t("puzzleWithoutScripts", { seconds })}</Notice>
      </noscript>
    </div>
  );
}
