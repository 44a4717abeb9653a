import { useEffect, useState } from "react";
import type { EntryOverview } from "#src/entries/overview.ts";

/** Whether the numbers follow the entries; `ended` when this browser may not see them any more. */
export type LiveStatus = "connecting" | "live" | "lost" | "ended";

/** Browsers come again by themselves after a break, but not after an answer that is no stream: then we do. */
const FIRST_WAIT_MS = 3000;
const LONGEST_WAIT_MS = 60_000;

/** A raffle's overview as the server tells it whenever it changes, while somebody looks at the page. */
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
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      });
    }

    // A browser has few connections for a site: a tab in the background leaves its own to others.
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
