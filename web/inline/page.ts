import { drawEntryCode } from "./draw-code.ts";

/**
 * The script of every page. Copies a code, draws a code, replaces broken banners, counts down and closes menus. Every
 * page also works without it, with less comfort.
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

// Signing out clears the tab's storage. A page with a form does so once the site took the form.
addEventListener("submit", ({ target }) => {
  const isLeaving = target instanceof HTMLFormElement && target.dataset.forgets !== undefined;
  if (isLeaving && !document.querySelector("[data-form-texts]")) sessionStorage.clear();
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
    // No clipboard access, in an old browser or without https: the person can still select the code.
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
  // Changes the sources instead of removing them: if React found elements missing, it would rebuild the page.
  for (const alternative of image.parentElement?.querySelectorAll("source") ?? []) alternative.srcset = source;
  image.src = source;
}

// Error events of images do not bubble, so this listens in the capture phase.
document.addEventListener("error", (event) => fallBack(event.target), true);
for (const image of document.querySelectorAll<HTMLImageElement>("img[data-fallback]")) {
  if (image.complete && image.naturalWidth === 0) fallBack(image);
}

// The cached page is the same for everybody, so the browser draws the code. This works even if the form's own scripts
// never load.
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
    if (document.referrer.startsWith(`${location.origin}/`)) history.back();
    else location.assign("/");
  }, 1000);
  box.querySelector("[data-stay]")?.addEventListener("click", () => {
    clearInterval(timer);
    box.hidden = true;
  });
}

// Last, because the frame of a site that lets us have no cookies throws here. A page for everybody contains the texts
// for guests and for signed-in people. Styles show one of them.
const signedIn = /(?:^|; )signed-in=(\w+)/.exec(document.cookie)?.[1];
if (signedIn) {
  document.documentElement.dataset.signedIn = signedIn;
  // The message that signing in succeeded shows once.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that comes here has the Cookie Store API
  if (signedIn === "new") document.cookie = "signed-in=yes; path=/; max-age=7776000; samesite=lax";
}
