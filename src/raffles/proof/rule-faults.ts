import { encodeMessage } from "#src/base/text.ts";
import { type Pace, type Proof, WAYS, wayOf } from "./ways.ts";

/** What is wrong with the fields of a rule together, by its place in the list. */
export function ruleFaults(
  rules: readonly Readonly<Record<string, unknown>>[],
): { readonly path: readonly [number, string]; readonly message: string }[] {
  return rules.flatMap(({ proof, maxTimes, pace, needs }, place) => {
    if (typeof proof !== "string" || !Object.hasOwn(WAYS, proof)) return [];
    const way = wayOf(proof as Proof);
    const faults: { path: readonly [number, string]; message: string }[] = [];
    if (typeof maxTimes === "number" && maxTimes > way.maxTimes) {
      const message = encodeMessage({ key: "integerRange", params: { min: 1, max: way.maxTimes } });
      faults.push({ path: [place, "maxTimes"], message });
    }
    const most = way.stations ?? 0;
    if (typeof needs === "number" && needs > most) {
      faults.push({
        path: [place, "needs"],
        message: encodeMessage({ key: "integerRange", params: { min: 0, max: most } }),
      });
    } else if (Number(needs) > 0 && (pace !== "any" || maxTimes !== 1)) {
      // A full card is earned once.
      faults.push({ path: [place, "needs"], message: "needsOnce" });
    }
    if (!way.paces.includes(pace as Pace)) faults.push({ path: [place, "pace"], message: "optionInvalid" });
    return faults;
  });
}
