import { forgetDrafts, noteLeft, writeDraft } from "./form-drafts.ts";
import { asksWho, FORM_EVENTS, type FormFault, faultOf } from "./form-faults.ts";
import { nameOf, notice, texts, waits } from "./form-page.ts";
import { forget, stopKeeping } from "./keep-drafts.ts";
import { findOut } from "./lost-answer.ts";
import { routerState } from "./router-state.ts";
import { isStarted } from "./started.ts";

type Sent = {
  readonly form: HTMLFormElement;
  readonly button: HTMLElement | null;
  /** Whether the browser had no network when it was pressed. */
  readonly isOffline?: boolean;
};

let last: Sent | null = null;
/** The last press, while nothing was typed after it. */
let pressed: Sent | null = null;
/** A form that the site took, but whose answer failed to load. A second press only loads the answer. */
let unshown: (Sent & { readonly shownAt: string }) | null = null;
/** Ends the search for what became of the last press. */
let search: AbortController | null = null;
/** Whether anything was typed since a form was taken. */
let hasTyped = false;

/**
 * Records a form that is about to be sent.
 *
 * @returns true if the same form was sent already and nothing was typed since. If React Router waits for its answer,
 *   the
 *   first tap wins; otherwise the page loads the answer.
 */
export function isSentAlready(form: HTMLFormElement, button: HTMLElement | null): boolean {
  if (pressed?.form === form && pressed.button === button && isRouterBusy()) return true;
  pressed = { form, button };
  // What an earlier press did is still to be found out, whatever became of this one.
  const isSought = search !== null && last?.form === form;
  unsay();
  last = { form, button, isOffline: !isSought && !navigator.onLine };
  const sent = unshown;
  unshown = null;
  if (sent?.form !== form || sent.button !== button) return false;
  void showAnswer(sent.shownAt);
  return true;
}

/** Input since the last send makes the form a new one. */
export function isTypedAnew(form: HTMLFormElement | null): void {
  if (form?.method === "post") hasTyped = true;
  unshown = null;
  pressed = null;
}

/** Read from the router itself: React shows a busy button later than a second tap can come. */
function isRouterBusy(): boolean {
  return (routerState()?.navigation.state ?? "idle") !== "idle";
}

/** Handles that the site took a form: the one that says so, or the last. */
export function isTaken({ target }: Event): void {
  // Some buttons send only a part and leave other input unsent.
  const isWhole = last?.button?.dataset.partial === undefined;
  const form = target instanceof HTMLFormElement ? target : isWhole && last?.form;
  if (form !== target) unsay();
  if (!form) return;
  forget(form);
  hasTyped = false;
}

/** Sends a form that React does not send, unless it is being sent already. */
export function sendOnce(form: HTMLFormElement, button: HTMLElement | null): void {
  if (!form.hasAttribute("data-busy")) void send({ form, button });
}

async function showAnswer(shownAt: string): Promise<void> {
  if (last) mark(last.form, last.button, true);
  const answer = await fetch(shownAt, { cache: "no-store" }).catch(() => null);
  if (last) mark(last.form, last.button, false);
  // Stays on this page if the answer is a proxy's page, or none.
  if (answer?.status !== 200) return say({ kind: "stale", shownAt });
  if (last) writeDraft(nameOf(last.form), null);
  stopKeeping();
  location.assign(shownAt);
}

/** Shows an error beside the button: what failed, and what to do. */
export function say(fault: FormFault): void {
  unsay();
  const form = last?.form.isConnected ? last.form : document.querySelector<HTMLFormElement>("main form");
  if (!form) return;
  const pressed = last?.button;
  const buttons = form.querySelectorAll<HTMLElement>("button[type=submit]:not(.visually-hidden)");
  const button = pressed?.isConnected && !pressed.matches(".visually-hidden") ? pressed : [...buttons].at(-1);
  const show = (kind: "info" | "error", sentences: readonly (string | undefined)[]) => {
    const box = notice(kind, sentences.filter(Boolean).join(" "));
    box.dataset.said = "";
    (button?.closest(".actions, .admin-actions, .choice") ?? button ?? form).before(box);
    // The box may be in a part that is folded away now: then it moves to the top of the page.
    if (!box.checkVisibility()) document.getElementById("main")?.prepend(box);
    document.documentElement.dataset.unsent = "";
    box.scrollIntoView({ block: "nearest" });
  };
  const failed = fault.kind === "stale" ? "" : (pressed?.dataset.failed ?? form.dataset.failed ?? "");
  const sentence = failed.replace(/[^.!?]$/, "$&.");
  unshown = fault.kind === "stale" && last && fault.shownAt ? { ...last, shownAt: fault.shownAt } : null;
  const asker = pressed?.dataset.asks === undefined ? form : pressed;
  if (asker.dataset.asks !== undefined && last && isLost(fault, last)) {
    show("info", [texts.unknown]);
    void settleLost(asker.dataset.asks, asker.dataset, last, () => show("error", [sentence, texts.undone]));
    return;
  }
  const staysTyped = isTypedInto() && fault.kind !== "stale" && !fault.message;
  show("error", [sentence, fault.message ?? texts[fault.kind], staysTyped ? texts.stays : ""]);
}

/** Whether the site may have taken the form, although no answer of its own came. */
function isLost({ kind, message, isUnsent }: FormFault, { isOffline }: Sent): boolean {
  if (isOffline && kind === "offline") return false;
  return !message && !isUnsent && kind !== "stale" && kind !== "renewed";
}

/** Asks the site what became of a press whose answer was lost, and shows the state where it was done. */
async function settleLost(
  fact: string,
  { asksAt, doneAt, repeats }: DOMStringMap,
  { form, button }: Sent,
  sayUndone: () => void,
): Promise<void> {
  search = new AbortController();
  const here = location.pathname + location.search;
  const isDone = await findOut(fact, asksAt ?? here, search.signal);
  if (isDone === null) return;
  unsay();
  if (!isDone) return sayUndone();
  forget(form);
  if (repeats === undefined) return location.assign(doneAt ?? here);
  // The answer to a repeated request says more than the state: who did it. Once, in case that is lost too.
  delete form.dataset.repeats;
  sendOnce(form, button);
}

/** Whether somebody typed anything on this page that was not sent. */
function isTypedInto(): boolean {
  const isChanged = (field: Element) => {
    const { type, value, defaultValue = value, checked, defaultChecked } = field as HTMLInputElement;
    if (type === "checkbox" || type === "radio") return checked !== defaultChecked;
    return type !== "hidden" && value !== defaultValue;
  };
  return hasTyped || [...document.forms].some((form) => form.method === "post" && [...form.elements].some(isChanged));
}

/** Removes the messages of an earlier try, and ends its search. */
function unsay(): void {
  search?.abort();
  search = null;
  delete document.documentElement.dataset.unsent;
  for (const said of document.querySelectorAll("[data-said]")) said.remove();
}

async function send({ form, button }: Sent): Promise<void> {
  const data = new FormData(form);
  if (button instanceof HTMLButtonElement && button.name) data.append(button.name, button.value);
  mark(form, button, true);
  // These forms load a new page: first a request checks that the site is reachable.
  const isPlain = form.method !== "post" || waits();
  const fault = await (isPlain ? reach() : post({ form, button }, data)).catch((): FormFault => ({ kind: "offline" }));
  mark(form, button, false);
  // The page may store a form that found no network (web/desk/offline-slips).
  if (fault?.kind === "offline" && isTakenOffline(form, data)) return;
  if (fault) say(isPlain ? { ...fault, isUnsent: true } : fault);
  else if (isPlain) sendPlain(form, button);
}

/** Whether the page stores what was pressed; the form may hold more by now. */
function isTakenOffline(form: HTMLFormElement, data: FormData): boolean {
  return !form.dispatchEvent(new CustomEvent(FORM_EVENTS.lost, { cancelable: true, detail: data }));
}

function mark(form: HTMLFormElement, button: HTMLElement | null, busy: boolean): void {
  form.toggleAttribute("data-busy", busy);
  button?.setAttribute("aria-busy", String(busy));
}

async function reach(): Promise<FormFault | null> {
  const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" });
  return answer.ok ? null : faultOf(answer.status, "");
}

function sendPlain(form: HTMLFormElement, button: HTMLElement | null): void {
  if (form.method !== "post" || !isStarted()) sendAsDocument(form, button);
  // React took over meanwhile. It may answer the press itself, as it does of a button that moves a row.
  else if (button) button.click();
  else form.requestSubmit();
}

function sendAsDocument(form: HTMLFormElement, button: HTMLElement | null): void {
  if (button?.dataset.partial === undefined) noteLeft(nameOf(form));
  if (button instanceof HTMLButtonElement && button.name) {
    const { name, value } = button;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  HTMLFormElement.prototype.submit.call(form);
}

async function post({ form, button }: Sent, data: FormData): Promise<FormFault | null> {
  const address = new URL(form.getAttribute("action") ?? "", location.href);
  const isUpload = form.enctype === "multipart/form-data";
  const body = isUpload ? data : new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(address, { method: "POST", body });
  const text = await answer.text();
  if (answer.redirected) return follow(form, answer);
  const html = new DOMParser().parseFromString(text, "text/html");
  // A puzzle page needs its own scripts, so the form is sent as a full page load. The puzzle page then sends the values
  // on.
  if (html.querySelector("[data-challenge]")) {
    sendAsDocument(form, button);
    return null;
  }
  const main = html.getElementById("main");
  const failed = html.querySelector<HTMLElement>("[data-failed-page]");
  if (!main || failed) {
    const fault = faultOf(answer.status, text);
    return { ...fault, message: failed?.dataset.failedPage || fault.message };
  }
  if (answer.ok) forget(form);
  if (isStarted()) location.reload();
  else show(main, html.title);
  return null;
}

function follow(form: HTMLFormElement, { url, status }: Response): FormFault | null {
  const { pathname, search } = new URL(url);
  if (!asksWho(pathname + search)) forget(form);
  if (form.dataset.forgets !== undefined) {
    forgetDrafts();
    stopKeeping();
  }
  if (status >= 500 || faultOf(status, "").kind === "busy") return { kind: "stale", shownAt: url };
  location.assign(url);
  return null;
}

/** Replaces the page's content with the answer, as the browser would. */
function show(main: HTMLElement, title: string): void {
  document.getElementById("main")?.replaceWith(document.adoptNode(main));
  document.title = title;
  // The answer itself, wherever it stands: on a phone it is below the form that asked.
  const announced = ["[autofocus]", ".notice-success, .notice-error", ".notice, h1"]
    .map((selector) => main.querySelector<HTMLElement>(selector))
    .find((found) => found !== null);
  if (announced) announced.tabIndex = announced.matches("input, textarea, select") ? 0 : -1;
  announced?.focus();
}
