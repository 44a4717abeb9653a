export type DeskStep = "collect" | "check" | "nobody" | "wait" | "reveal";

/** The line of steps on the draw desk. Of a raffle with nobody to draw from, those that will not come are left out. */
export function deskSteps(step: DeskStep): readonly DeskStep[] {
  return step === "nobody" ? ["collect", "nobody"] : ["collect", "check", "wait", "reveal"];
}
