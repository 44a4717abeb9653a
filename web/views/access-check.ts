import type { Problem } from "#src/api/problem.ts";
import type { Message } from "#src/base/refusal.ts";

/** Asks the server whether this is the raffle's access code; nothing in the page could tell. */
export async function checkAccessCode(codeId: string, accessCode: string): Promise<true | Message> {
  const failed = { key: "failed" };
  try {
    const answer = await fetch(`/api/raffles/${codeId}/access`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ accessCode }),
    });
    if (answer.ok) return true;
    const { reasons } = (await answer.json()) as Problem;
    return Object.values(reasons ?? {}).flat()[0] ?? failed;
  } catch {
    // No network, or an answer that is not ours.
    return failed;
  }
}
