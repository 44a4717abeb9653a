import type { Language } from "#src/i18n/languages.ts";
import { formatSpan } from "#src/i18n/span.ts";

const PAUSE_MS = 5_000;

/** Counts down the time to check, by the time that the site gave: a device's own clock may be wrong. */
function countDown(box: HTMLElement): void {
  const left = Number(box.dataset.checkTime) - performance.now();
  const figure = box.querySelector("b");
  if (figure) figure.textContent = formatSpan(Math.max(0, left), document.documentElement.lang as Language);
  if (left > 0) {
    setTimeout(() => countDown(box), PAUSE_MS);
    return;
  }
  box.hidden = true;
  box.nextElementSibling?.removeAttribute("hidden");
}

for (const box of document.querySelectorAll<HTMLElement>("[data-check-time]")) countDown(box);
