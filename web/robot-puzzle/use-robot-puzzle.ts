import { type RefObject, useEffect, useRef, useState } from "react";
import { type FormEncType, useSubmit } from "react-router";
import { TRAP_FIELD } from "#src/entries/limits.ts";
import type { RobotPuzzleView } from "../site/entry-form/entry-submission.ts";
import { solvePuzzle } from "./solve-puzzle.ts";

/**
 * The most puzzles that one form solves in a row. One is for the form, one more for a code that was used before. After
 * the last, the person has to press the button.
 */
const MAX_CONSECUTIVE = 3;

type Solving = { readonly puzzle: RobotPuzzleView; readonly progress: number; readonly failed: boolean };

/**
 * Solves a puzzle in the background, then sends the form again with the solution and the current field values.
 *
 * @param place an element of the form to send
 */
export function useRobotPuzzle(puzzle: RobotPuzzleView | null, place: RefObject<HTMLElement | null>) {
  const submit = useSubmit();
  const [state, setState] = useState<Solving | null>(null);
  const inARow = useRef(0);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!puzzle || !form) return;
    const leaving = new AbortController();
    const show = (progress: number, failed = false) => {
      if (!leaving.signal.aborted) setState({ puzzle, progress, failed });
    };
    const solve = async () => {
      show(0);
      if (inARow.current === MAX_CONSECUTIVE) throw new Error("No solution is taken.");
      inARow.current += 1;
      const solution = await solvePuzzle(puzzle.challenge, { signal: leaving.signal, onProgress: show });
      if (leaving.signal.aborted) return;
      show(1);
      // Sends as the button marked for resending would, or else as the first submit button.
      const buttons = ["button[data-resend]", "button[type=submit]"];
      const [button = null] = buttons.flatMap((which) => form.querySelector<HTMLButtonElement>(which) ?? []);
      const data = new FormData(form, button);
      for (const [name, value] of Object.entries(solution)) data.set(name, value);
      await submit(data, { method: "post", encType: form.enctype as FormEncType });
    };
    solve().catch(() => {
      show(0, true);
      inARow.current = 0;
      // Clears the trap field: a browser may have filled it in, and the person should not get another puzzle for that.
      const trap = form.elements.namedItem(TRAP_FIELD);
      if (trap instanceof HTMLInputElement) trap.value = "";
    });
    return () => leaving.abort();
  }, [puzzle, place, submit]);
  const current = puzzle && state?.puzzle === puzzle ? state : null;
  return {
    solving: current !== null && !current.failed,
    failed: current?.failed ?? false,
    progress: current?.progress ?? 0,
  };
}
