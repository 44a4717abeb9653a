import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { HOUR_MS } from "#src/base/clock.ts";
import { PUZZLE_TRIES } from "#src/rate-limits/limits.ts";
import type { SolverNews, SolverTask } from "./solve-puzzle.ts";

/** Attempts between two progress messages: frequent enough for a moving bar, and cheap. */
const TRIES_BETWEEN_NEWS = 250;

/** One hour, in milliseconds. The library's default is too short for harder puzzles on a slow phone. */
const TIMEOUT_MS = HOUR_MS;

function report(news: SolverNews): void {
  postMessage(news);
}

addEventListener("message", async ({ data: { challenge, first, step } }: MessageEvent<SolverTask>) => {
  let tries = 0;
  const most = Number(challenge.parameters.data?.mostTries ?? PUZZLE_TRIES.most);
  try {
    const solution = await solveChallenge({
      challenge,
      counterStart: first,
      counterStep: step,
      timeout: TIMEOUT_MS,
      deriveKey(...input) {
        tries += 1;
        if (tries % TRIES_BETWEEN_NEWS === 0) report({ progress: Math.min(1, (tries * step) / most) });
        return deriveKey(...input);
      },
    });
    report({ solution });
  } catch {
    report({ solution: null });
  }
});
