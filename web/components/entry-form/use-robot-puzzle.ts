import { type RefObject, useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { TRAP_FIELD } from "#src/entries/limits.ts";
import { solvePuzzle } from "../../robot-puzzle/solve-puzzle.ts";
import type { RobotPuzzleView } from "../../views/entry-submission.ts";

/** One for the form, one more for a code that was used before; whoever is still asked then has to press the button. */
const MOST_IN_A_ROW = 3;

type Solving = { readonly puzzle: RobotPuzzleView; readonly progress: number; readonly failed: boolean };

/**
 * Solves a puzzle in the background and sends the form again with the solution, as it is filled in by then.
 *
 * @param button of the form that is to be sent
 */
export function useRobotPuzzle(puzzle: RobotPuzzleView | null, button: RefObject<HTMLButtonElement | null>) {
  const submit = useSubmit();
  const [state, setState] = useState<Solving | null>(null);
  const inARow = useRef(0);
  useEffect(() => {
    const form = button.current?.form;
    if (!puzzle || !form) return;
    const leaving = new AbortController();
    const show = (progress: number, failed = false) => {
      if (!leaving.signal.aborted) setState({ puzzle, progress, failed });
    };
    const solve = async () => {
      show(0);
      if (inARow.current === MOST_IN_A_ROW) throw new Error("No solution is taken.");
      inARow.current += 1;
      const solution = await solvePuzzle(puzzle.challenge, { signal: leaving.signal, onProgress: show });
      if (leaving.signal.aborted) return;
      show(1);
      const data = new FormData(form);
      for (const [name, value] of Object.entries(solution)) data.set(name, value);
      await submit(data, { method: "post" });
    };
    solve().catch(() => {
      show(0, true);
      inARow.current = 0;
      // A person whose browser filled the trap in is not asked again for it.
      const trap = form.elements.namedItem(TRAP_FIELD);
      if (trap instanceof HTMLInputElement) trap.value = "";
    });
    return () => leaving.abort();
  }, [puzzle, button, submit]);
  const current = puzzle && state?.puzzle === puzzle ? state : null;
  return {
    solving: current !== null && !current.failed,
    failed: current?.failed ?? false,
    progress: current?.progress ?? 0,
  };
}
