import type { SentTexts } from "../page/page-texts.tsx";

/**
 * The script of a page that needs React. Loads it after the first paint, and starts it then or at the first touch or
 * key press. Until then the page is finished HTML.
 */

const start = document.querySelector<HTMLScriptElement>("script[data-start]");
if (start) startLate(start);

function startLate(waiting: HTMLScriptElement): void {
  const started = new AbortController();
  const { signal } = started;
  const preload = (link: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement("link"), link));
  const load = () => {
    if (waiting.dataset.start === undefined) return;
    for (const href of waiting.dataset.start.split(" ")) preload({ rel: "modulepreload", href });
    for (const href of textFiles()) preload({ rel: "preload", as: "fetch", crossOrigin: "anonymous", href });
    delete waiting.dataset.start;
  };
  const run = () => {
    if (signal.aborted) return;
    started.abort();
    load();
    waiting.replaceWith(Object.assign(document.createElement("script"), { type: "module", text: waiting.text }));
  };
  for (const touch of ["pointerdown", "keydown", "focusin"]) addEventListener(touch, run, { signal });
  const whenPainted = waiting.dataset.whenUsed === undefined || hasStored() ? run : load;
  const painted = () => {
    // An older browser reports no paint. By the load event it has had time to paint.
    if (!PerformanceObserver.supportedEntryTypes?.includes("paint")) whenPainted();
    else new PerformanceObserver(whenPainted).observe({ type: "paint", buffered: true });
  };
  if (document.readyState === "complete") painted();
  else addEventListener("load", painted, { signal });
}

/** The files of the page's texts, which the started script fetches. */
function textFiles(): string[] {
  const { files } = JSON.parse(document.getElementById("page-texts")?.textContent ?? "{}") as Partial<SentTexts>;
  return Object.values(files ?? {});
}

/** Whether this browser has anything of this site that the page may show: an entry, or the receipt of this tab. */
function hasStored(): boolean {
  try {
    return localStorage.length + sessionStorage.length > 0;
  } catch {
    return false;
  }
}
