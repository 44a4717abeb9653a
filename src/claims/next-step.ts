import type { DeskState } from "./desk-state.ts";

/** What an organiser can do next, in the words of the desk's head. */
export type NextStep = {
  readonly do: "share" | "check" | "nobody" | "lock" | "practise" | "draw" | "reveal" | "claims" | "report";
  /** How many look-alikes or prizes the step is about; 0 where it is about no number. */
  readonly count: number;
};

/**
 * The one step that an organiser does next, and so the one red button of each page. A list is checked before it is
 * locked: with a look-alike that nobody has decided on, the check is not done, or not done any more.
 */
export function nextStepOf(state: DeskState): NextStep {
  const { is, lookAlikes, canLock, withShow, revealing, unclaimed } = state;
  const step = (name: NextStep["do"], count = 0): NextStep => ({ do: name, count });
  switch (is) {
    case "open":
      return step("share");
    case "closed":
      if (!canLock) return step("nobody");
      return lookAlikes > 0 ? step("check", lookAlikes) : step("lock");
    case "locked":
      return step(withShow ? "practise" : "draw");
    case "drawn":
      if (revealing) return step("reveal");
      return unclaimed > 0 ? step("claims", unclaimed) : step("report");
  }
}
