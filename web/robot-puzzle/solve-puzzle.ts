import type { Challenge, Solution } from "altcha-lib/types";

/** A worker's task: the puzzle, and which of its counters this worker tries. */
export type SolverTask = { readonly challenge: Challenge; readonly first: number; readonly step: number };

/** A worker's message: its progress from 0 to 1, the solution, or null where it found none. */
export type SolverNews = { readonly progress: number } | { readonly solution: Solution | null };

/** Most workers at once. More cores gain little on phones and slow down the page itself. */
const MAX_WORKERS = 8;

/**
 * Solves a puzzle in web workers while the person goes on. A plain puzzle uses one worker; a harder one uses the spare
 * cores, up to the limit. Only visitors with a puzzle load this code.
 *
 * @returns the fields to send with the form: the solution, and the entry code that it is valid for
 * @throws an Error where the browser cannot solve it, as without Web Crypto on a page over plain http
 */
export async function solvePuzzle(
  challenge: Challenge,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: number) => void },
): Promise<{ altcha: string; entryCode: string }> {
  const { data } = challenge.parameters;
  const cores = Math.min(MAX_WORKERS, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
  const step = Number(data?.puzzleCost ?? 1) > 1 ? cores : 1;
  const workers = Array.from(
    { length: step },
    () => new Worker(new URL("./solver-worker.ts", import.meta.url), { type: "module" }),
  );
  const solved = new Promise<Solution>((resolve, reject) => {
    const fail = () => reject(new Error("The puzzle could not be solved."));
    if (signal.aborted) fail();
    signal.addEventListener("abort", fail);
    for (const [first, worker] of workers.entries()) {
      worker.addEventListener("error", fail);
      worker.addEventListener("message", ({ data: news }: MessageEvent<SolverNews>) => {
        if ("progress" in news) onProgress(news.progress);
        else if (news.solution) resolve(news.solution);
        else fail();
      });
      worker.postMessage({ challenge, first, step } satisfies SolverTask);
    }
  });
  try {
    const solution = await solved;
    return { altcha: btoa(JSON.stringify({ challenge, solution })), entryCode: String(data?.entryCode ?? "") };
  } finally {
    for (const worker of workers) worker.terminate();
  }
}
