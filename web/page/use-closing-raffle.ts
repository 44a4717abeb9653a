import { useEffect, useMemo, useState } from "react";
import { HOUR_MS } from "#src/base/clock.ts";

type Closing = { readonly codeId: string; readonly open: boolean; readonly due: Date };

/** The longest wait between two looks. Browsers take no timer of a month. */
const PAUSE_MS = HOUR_MS;

/** Pages of a crowd ask within so long after the due date, and a page without an answer asks again after as long. */
const SPREAD_MS = 5_000;
const RETRY_MS = 60_000;

/**
 * A raffle as it is while its page stays on the screen: no longer open once the due date has passed. At that time by
 * this device the page asks the site, whose clock decides, and which knows of another due date. Without an answer it
 * asks again: nobody is shut out by a wrong clock.
 */
export function useClosingRaffle<Raffle extends Closing>(raffle: Raffle): Raffle {
  const { codeId, open } = raffle;
  const due = raffle.due.getTime();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!open) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isShown = true;
    const wait = (ms: number, then: () => void) => {
      timer = setTimeout(then, Math.min(Math.max(ms, 0), PAUSE_MS));
    };
    const lookAt = (time: number) => {
      const left = time - Date.now();
      if (left > 0) wait(left, () => lookAt(time));
      else wait(Math.random() * SPREAD_MS, () => void ask());
    };
    async function ask() {
      const left = await readTimeLeft(codeId).catch(() => null);
      if (!isShown) return;
      if (left === null) wait(RETRY_MS, () => void ask());
      else if (left > 0) lookAt(Date.now() + left);
      else setOver(true);
    }
    lookAt(due);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [codeId, open, due]);
  return useMemo(() => (isOver ? { ...raffle, open: false } : raffle), [raffle, isOver]);
}

/** How long a raffle is open by the site's clock, in milliseconds; 0 once it is closed. */
async function readTimeLeft(codeId: string): Promise<number> {
  const answer = await fetch(`/api/raffles/${codeId}`, { cache: "no-store" });
  if (!answer.ok) throw new Error("The site does not say.");
  const { open, dueDate } = (await answer.json()) as { open: boolean; dueDate: string };
  const now = Date.parse(answer.headers.get("date") ?? "");
  return open ? Math.max(Date.parse(dueDate) - now, 1000) : 0;
}
