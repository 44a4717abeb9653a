import { asksWho } from "./form-faults.ts";

/** Between two looks: a request that is slow has this long to arrive. */
const LOOK_AGAIN_MS = 4000;

/**
 * Finds out whether an action was done whose answer was lost. Looks for a fact, which the server writes into its pages
 * (`data-facts`), at an address. Looks again while no page of the site answers.
 *
 * @returns true if the fact is there, false if two looks found the page without it, null once stopped
 */
export async function findOut(fact: string, address: string, signal: AbortSignal): Promise<boolean | null> {
  let absences = 0;
  while (!signal.aborted) {
    const isDone = await look(fact, address, signal).catch(() => null);
    if (isDone) return true;
    if (isDone === false) absences += 1;
    if (absences === 2) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return null;
}

async function look(fact: string, address: string, signal: AbortSignal): Promise<boolean | null> {
  const answer = await fetch(address, { cache: "no-store", signal });
  const html = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (html.querySelector(`[data-facts~="${fact}"]`)) return true;
  const { pathname, search } = new URL(answer.url);
  // A page that asks who looks, a proxy's page or a puzzle says nothing of the action.
  return answer.ok && html.getElementById("main") && !asksWho(pathname + search) ? false : null;
}
