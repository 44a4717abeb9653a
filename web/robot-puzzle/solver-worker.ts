import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { PUZZLE_TRIES } from "#src/entries/limits.ts";
import type { SolverNews } from "./solve-puzzle.ts";

/** Often enough for a bar that moves, seldom enough to cost nothing. */
const TRIES_BETWEEN_NEWS = 250;

function tell(news: SolverNews): void {
  postMessage(news);
}

addEventListener("message", async ({ data: challenge }: MessageEvent<Challenge>) => {
  let tries = 0;
  try {
    const solution = await solveChallenge({
      challenge,
      deriveKey(...input) {
        tries += 1;
        if (tries % TRIES_BETWEEN_NEWS === 0) tell({ progress: tries / PUZZLE_TRIES.most });
        return deriveKey(...input);
      },
    });
    tell({ solution });
  } catch {
    tell({ solution: null });
  }
});
