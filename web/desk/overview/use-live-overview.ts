import { useEffect, useState } from "react";
import type { EntryOverview } from "#src/entries/stats/overview.ts";

/** The state of the live connection. `ended`: this browser may no longer see the numbers. */
export type LiveStatus = "connecting" | "live" | "lost" | "ended";

/**
 * Delay before our own reconnect, in milliseconds. A browser reconnects by itself after a break, but not after a
 * response that is no event stream.
 */
const FIRST_WAIT_MS = 3000;
const MAX_WAIT_MS = 60_000;

/** A raffle's overview, updated by the server on each change while the page is visible. */
export function useLiveOverview(codeId: string, initial: EntryOverview) {
  const [overview, setOverview] = useState(initial);
  const [status, setStatus] = useState<LiveStatus>("connecting");

  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT_MS;
    let ended = false;

    function close() {
      clearTimeout(timer);
      source?.close();
      source = undefined;
    }

    function open() {
      close();
      const opened = new EventSource(`/api/raffles/${codeId}/overview/events`);
      source = opened;
      opened.addEventListener("overview", ({ data }: MessageEvent<string>) => {
        wait = FIRST_WAIT_MS;
        setOverview(JSON.parse(data) as EntryOverview);
        setStatus("live");
      });
      opened.addEventListener("ended", () => {
        ended = true;
        close();
        setStatus("ended");
      });
      opened.addEventListener("error", () => {
        setStatus("lost");
        if (opened.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, wait);
        wait = Math.min(wait * 2, MAX_WAIT_MS);
      });
    }

    // Browsers limit connections per site, so a tab in the background closes its stream.
    function follow() {
      if (document.hidden || ended) close();
      else open();
    }

    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      close();
    };
  }, [codeId]);

  return { overview, status };
}
