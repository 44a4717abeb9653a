import type { Message } from "#src/base/refusal.ts";
import type { Problem } from "#src/http/problem.ts";

/** Puzzles to solve per check: the first one, and another if the cost rises meanwhile. */
const MAX_SOLUTIONS = 2;

/**
 * Asks the server whether this is the raffle's access code, since the page cannot know. Solves a puzzle if the check
 * requires one.
 */
export async function checkAccessCode(codeId: string, accessCode: string): Promise<true | Message> {
  const failed: Message = { key: "failed" };
  try {
    let solution = "";
    for (let solutions = 0; ; solutions += 1) {
      const answer = await ask(codeId, accessCode, solution);
      if (answer.ok) return true;
      const { reasons, challenge } = (await answer.json()) as Problem;
      if (!challenge || solutions === MAX_SOLUTIONS) return Object.values(reasons ?? {}).flat()[0] ?? failed;
      const { solvePuzzle } = await import("../../robot-puzzle/solve-puzzle.ts");
      const never = new AbortController().signal;
      ({ altcha: solution } = await solvePuzzle(challenge, { signal: never, onProgress: () => undefined }));
    }
  } catch (error) {
    // Without an answer `fetch` throws a TypeError. Any other error comes from a response that is not ours.
    return error instanceof TypeError ? { key: "codeUnchecked" } : failed;
  }
}

function ask(codeId: string, accessCode: string, solution: string): Promise<Response> {
  return fetch(`/api/raffles/${codeId}/access`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(solution && { "x-altcha": solution }) },
    body: JSON.stringify({ accessCode }),
  });
}
