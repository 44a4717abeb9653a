import type { Challenge, Solution } from "altcha-lib/types";

/** What the worker tells: how far it is, from 0 to 1, or the solution, or null when there is none to be had. */
export type SolverNews = { readonly progress: number } | { readonly solution: Solution | null };

/**
 * Solves a puzzle in a worker, beside what the person does. Nobody else loads it.
 *
 * @returns the fields to send the form with: the solution, and the code of the entry that it is good for
 * @throws an Error where the browser cannot solve it, as without Web Crypto on a page that came by plain http
 */
export function solvePuzzle(
  challenge: Challenge,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: number) => void },
): Promise<{ altcha: string; entryCode: string }> {
  const worker = new Worker(new URL("./solver-worker.ts", import.meta.url), { type: "module" });
  const solved = new Promise<Solution>((resolve, reject) => {
    const fail = () => reject(new Error("The puzzle could not be solved."));
    signal.addEventListener("abort", fail);
    worker.addEventListener("error", fail);
    worker.addEventListener("message", ({ data }: MessageEvent<SolverNews>) => {
      if ("progress" in data) onProgress(data.progress);
      else if (data.solution) resolve(data.solution);
      else fail();
    });
    worker.postMessage(challenge);
  });
  return solved
    .then((solution) => ({
      altcha: btoa(JSON.stringify({ challenge, solution })),
      entryCode: String(challenge.parameters.data?.entryCode ?? ""),
    }))
    .finally(() => worker.terminate());
}
