import { useEffect, useMemo, useState } from "react";
import { readClockLead } from "./site-clock.ts";

/** The longest wait between two looks. Browsers take no timer of a month. */
const PAUSE_MS = 3_600_000;

/**
 * A raffle as it is while its page stays on the screen: no longer open once the due date has passed. The site's clock
 * decides. Without its answer the device's has to do.
 */
export function useClosingRaffle<Raffle extends { readonly open: boolean; readonly due: Date }>(
  raffle: Raffle,
): Raffle {
  const { open } = raffle;
  const due = raffle.due.getTime();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!open) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isShown = true;
    const look = (lead = 0) => {
      const left = due - Date.now() - lead;
      timer = setTimeout(left > 0 ? look : ask, Math.min(Math.max(left, 0), PAUSE_MS), lead);
    };
    async function ask() {
      const lead = (await readClockLead()) ?? 0;
      if (!isShown) return;
      if (due - Date.now() - lead > 0) look(lead);
      else setOver(true);
    }
    look();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [open, due]);
  return useMemo(() => (isOver ? { ...raffle, open: false } : raffle), [raffle, isOver]);
}
