import type { DeskState } from "./desk-state.ts";

/** What an organiser can do next, in the words of the desk's head. */
export type NextStep = {
  readonly do: "share" | "check" | "nobody" | "lock" | "practise" | "draw" | "reveal" | "claims" | "report";
  /** How many look-alikes or prizes the step is about; 0 where it is about no number. */
  readonly count: number;
};

/**
 * The one step that an organiser does next. Where winners wait for the show, showing them is left after the lock.
 *
 * @param isChecked whether the organiser comes from the look-alikes: then they have been looked at
 */
export function nextStepOf(state: DeskState, isChecked = false): NextStep {
  const { is, lookAlikes, canLock, withShow, revealing, unclaimed } = state;
  const step = (name: NextStep["do"], count = 0): NextStep => ({ do: name, count });
  switch (is) {
    case "open":
      return step("share");
    case "closed":
      if (!canLock) return step("nobody");
      return lookAlikes > 0 && !isChecked ? step("check", lookAlikes) : step("lock");
    case "locked":
      return step(withShow ? "practise" : "draw");
    case "drawn":
      if (revealing) return step("reveal");
      return unclaimed > 0 ? step("claims", unclaimed) : step("report");
  }
}
