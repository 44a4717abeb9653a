import { drawEntryCode } from "./draw-code.ts";

/**
 * What pages do without a framework: copy a code, draw one, fall back to the default banner, count down, close the menu;
 * and, on a page with a form, start the framework once the page is painted. Everything works, if less comfortably, without it.
 */

const COUNTDOWN_SECONDS = 4;
const COPIED_SHOWN_MS = 2000;

document.documentElement.dataset.scripted = "";

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const copy = target?.closest<HTMLButtonElement>("[data-copy]");
  if (copy) void copyCode(copy);
  if (target?.closest("[data-print]")) print();
  for (const menu of openMenus()) if (!menu.contains(target) || target?.closest("a")) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
});

function openMenus(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll("details[data-menu][open]");
}

async function copyCode(button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
  } catch {
    // A browser without a clipboard, or a page without https: the code can still be selected.
    return;
  }
  const label = button.textContent;
  button.textContent = button.dataset.copied ?? label;
  button.disabled = true;
  setTimeout(() => {
    button.textContent = label;
    button.disabled = false;
  }, COPIED_SHOWN_MS);
}

function fallBack(image: EventTarget | null): void {
  if (!(image instanceof HTMLImageElement) || !image.dataset.fallback) return;
  const source = image.dataset.fallback;
  delete image.dataset.fallback;
  for (const alternative of image.parentElement?.querySelectorAll("source") ?? []) alternative.remove();
  image.src = source;
}

// Errors of pictures do not bubble: they are caught on the way down.
document.addEventListener("error", (event) => fallBack(event.target), true);
for (const image of document.querySelectorAll<HTMLImageElement>("img[data-fallback]")) {
  if (image.complete && image.naturalWidth === 0) fallBack(image);
}

// The page is the same for everybody. What is drawn here is there also where the form's own scripts never come.
for (const field of document.querySelectorAll<HTMLInputElement>("[data-draw-code]")) field.value ||= drawEntryCode();

const countdown = document.querySelector<HTMLElement>("[data-countdown]");
if (countdown) countDown(countdown);

function countDown(box: HTMLElement): void {
  let left = COUNTDOWN_SECONDS;
  const timer = setInterval(() => {
    left -= 1;
    const number = box.querySelector("[data-seconds]");
    if (number) number.textContent = String(left);
    if (left > 0) return;
    clearInterval(timer);
    if (history.length > 1) history.back();
    else location.assign("/");
  }, 1000);
  box.querySelector("[data-stay]")?.addEventListener("click", () => {
    clearInterval(timer);
    box.hidden = true;
  });
}

const start = document.querySelector<HTMLScriptElement>("script[data-start]");
if (start) startLate(start);

/** Starts what makes a form comfortable once the page has been painted, or with the first touch if that comes sooner. */
function startLate(waiting: HTMLScriptElement): void {
  const started = new AbortController();
  const { signal } = started;
  const run = () => {
    if (signal.aborted) return;
    started.abort();
    for (const href of waiting.dataset.start?.split(" ") ?? []) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
    waiting.replaceWith(Object.assign(document.createElement("script"), { type: "module", text: waiting.text }));
  };
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, run, { signal });
  const painted = () => {
    // An older browser does not tell; it has had time to paint what it has loaded.
    if (!PerformanceObserver.supportedEntryTypes?.includes("paint")) run();
    else new PerformanceObserver(run).observe({ type: "paint", buffered: true });
  };
  if (document.readyState === "complete") painted();
  else addEventListener("load", painted, { signal });
}
