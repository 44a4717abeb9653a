import type { ShowState } from "#src/draws/show/rules.ts";

/** How often a page without a seat asks. */
const ASK_EVERY_MS = 15_000;
/** The server gives a sign of life every 20 s: after this long without one, the connection died unnoticed. */
const SILENT_MS = 50_000;

/** Where the events of a show come from, and its current state. */
type ShowUrls = { readonly events: string; readonly current: string };

/**
 * Follows a show as long as its page is there. A lost connection is made again; where there is no seat, it asks.
 *
 * @param onTime gets the server's time, in ms since 1970
 */
export function followShow(urls: ShowUrls, onShow: (state: ShowState) => void, onTime: (time: number) => void): void {
  const source = new EventSource(urls.events);
  let silence = setTimeout(again, SILENT_MS);
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(again, SILENT_MS);
  };
  function again() {
    source.close();
    clearTimeout(silence);
    followShow(urls, onShow, onTime);
  }
  source.addEventListener("show", ({ data }: MessageEvent<string>) => {
    alive();
    onShow(JSON.parse(data));
  });
  source.addEventListener("time", ({ data }: MessageEvent<string>) => {
    alive();
    onTime(Number(data));
  });
  source.addEventListener("error", () => {
    // It tries again by itself, unless the site refused.
    if (source.readyState !== EventSource.CLOSED) return;
    clearTimeout(silence);
    setTimeout(again, ASK_EVERY_MS);
    void ask(urls.current, onShow);
  });
}

async function ask(current: string, onShow: (state: ShowState) => void): Promise<void> {
  try {
    const answer = await fetch(current);
    if (answer.ok) onShow(await answer.json());
  } catch {
    // Without a connection the page stays as it is, and asks again.
  }
}
