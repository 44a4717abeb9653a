import { SLIPS_PER_REQUEST } from "#src/entries/paper/offline/limits.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatTime } from "#src/i18n/timestamp.ts";
import { drawEntryCode } from "../../inline/draw-code.ts";
import { FORM_EVENTS } from "../../inline/form-faults.ts";
import { forgetSlips, storeSlip, type WaitingSlip, waitingSlips } from "./slip-store.ts";
import { forgetPages, storePage } from "./stored-page.ts";

/**
 * The script of slips without a network. A slip that cannot be sent is sealed and waits in this browser. It is sent
 * when the network is back, when a page of the counter opens, or by a button, and forgotten once the site answered for
 * it. Its listeners stand on the document, since the answer to a form takes the place of the page's content.
 */

type Answer = { readonly id: string; readonly accepted: boolean; readonly initial: string; readonly message: string };

/** Says to pages without this script that slips wait: who signs out must not lose them. */
const WAITS = "slips-wait";

const MAX_AGE_S = 400 * 24 * 3600;

/** How long after a try without an answer the next one is. */
const AGAIN_MS = 5_000;

const box = () => document.querySelector<HTMLElement>("[data-slips]");
const part = (name: string) => box()?.querySelector<HTMLElement>(`[data-slips-${name}]`) ?? null;
const text = (name: string) => box()?.dataset[name] ?? "";

let sending: Promise<void> | null = null;
/** The next try after one without an answer. */
let again: ReturnType<typeof setTimeout> | undefined;
/** What is said below the number of slips, each in a line of its own. It outlives the page's content. */
let said: readonly string[] = [];

function labelOf({ number, typedAt }: WaitingSlip): string {
  const time = formatTime(new Date(typedAt), document.documentElement.lang as Language, text("zone"));
  return fill("label", { number, time });
}

function fill(name: string, values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).reduce((all, [key, value]) => all.replaceAll(`{${key}}`, String(value)), text(name));
}

async function show(): Promise<readonly WaitingSlip[]> {
  const all = await waitingSlips();
  const age = all.length > 0 ? MAX_AGE_S : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has no Cookie Store
  document.cookie = `${WAITS}=1; Path=/; SameSite=Lax; Max-Age=${age}`;
  const slips = all.filter(({ raffleId }) => raffleId === text("raffle"));
  const shown = box();
  if (!shown) return slips;
  shown.hidden = slips.length === 0 && said.length === 0;
  const count = part("count");
  const words = slips.length === 0 ? "" : slips.length === 1 ? text("one") : fill("many", { n: slips.length });
  if (count && count.textContent !== words) count.textContent = words;
  fillList("list", slips.map(labelOf));
  fillList("said", said);
  part("send")?.toggleAttribute("hidden", slips.length === 0);
  return slips;
}

function fillList(name: string, lines: readonly string[]): void {
  const list = part(name);
  // A list that says the same is left alone: screen readers would read it again.
  if (!list || list.textContent === lines.join("")) return;
  list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

/** Sends what waits, one part after the other. */
function send(): Promise<void> {
  sending ??= sendAll()
    .catch(() => {
      said = [text("offline")];
      // A phone says that it is online before it is. Without a network the event for one starts the next try.
      clearTimeout(again);
      if (navigator.onLine) again = setTimeout(() => void send(), AGAIN_MS);
    })
    .then(async () => {
      sending = null;
      await show();
    })
    .catch(() => undefined);
  return sending;
}

async function sendAll(): Promise<void> {
  let added = 0;
  const refused: string[] = [];
  for (let slips = await show(); slips.length > 0; slips = await show()) {
    const sent = slips.slice(0, SLIPS_PER_REQUEST);
    const answer = await fetch(text("address"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ slips: sent.map(({ id, number, typedAt, sealed }) => ({ id, number, typedAt, sealed })) }),
    });
    const { answers = [], message = text("broken") } = await (
      answer.json() as Promise<{
        answers?: readonly Answer[];
        message?: string;
      }>
    ).catch(() => ({}) as { answers?: readonly Answer[]; message?: string });
    const known = sent.filter((slip) => answers.some(({ id }) => id === slip.id));
    if (!answer.ok || known.length === 0) {
      said = [message, text("stays")];
      break;
    }
    await forgetSlips(known.map(({ id }) => id));
    added += answers.filter(({ accepted }) => accepted).length;
    for (const slip of known) {
      const became = answers.find(({ id }) => id === slip.id);
      if (!became || became.accepted) continue;
      refused.push(`${labelOf(slip)}${became.initial ? ` (${became.initial}.)` : ""}: ${became.message}`);
    }
    said = [...(added > 0 ? [fill(added === 1 ? "addedOne" : "addedMany", { n: added })] : []), ...refused];
    part("refused")?.toggleAttribute("hidden", refused.length === 0);
  }
}

function isComplete(form: HTMLFormElement, sent: FormData): boolean {
  return [...form.querySelectorAll<HTMLInputElement>("[aria-required=true]")].every(
    ({ name }) => String(sent.get(name) ?? "").trim() !== "",
  );
}

/** @param sent what the form had when it was sent: the next slip may be typed by now */
async function store(form: HTMLFormElement, sent: FormData): Promise<void> {
  if (!isComplete(form, sent)) return say([text("incomplete")]);
  const fields = [...sent].map(([name, value]) => [name, String(value)] as const);
  const isReachable = fields.some(([name, value]) => /phone|email/.test(name) && value.trim());
  // At once, since the next slip may be typed while this one is sealed and stored.
  const restore = clear(form, sent);
  try {
    const slip = await storeSlip(text("key"), text("raffle"), fields);
    document.dispatchEvent(new CustomEvent(FORM_EVENTS.sent));
    const line = fill("stored", { slip: labelOf(slip) }) + (isReachable ? "" : ` ${text("bare")}`);
    await say([line], isBlank(form));
  } catch (error) {
    restore();
    await say([text(error instanceof RangeError ? "full" : "unstored")]);
  }
  // Asks the browser not to clear what waits when it needs room.
  navigator.storage?.persist?.().catch(() => false);
}

/** @param focused false while somebody types, who would lose the place */
async function say(lines: readonly string[], focused = true): Promise<void> {
  said = lines;
  await show();
  const shown = box();
  if (!shown || !focused) return;
  shown.tabIndex = -1;
  shown.focus();
  shown.scrollIntoView({ block: "nearest" });
}

const inputsOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>("input")];

/** Whether nothing of the next slip was typed yet. */
function isBlank(form: HTMLFormElement): boolean {
  return inputsOf(form).every(({ type, checked, value }) =>
    type === "checkbox" ? !checked : type === "hidden" || value === "",
  );
}

/**
 * The next slip starts with an empty form, and nothing of the last one stays on the screen. What was typed since stays.
 *
 * @returns what brings the slip back
 */
function clear(form: HTMLFormElement, sent: FormData): () => void {
  const before = inputsOf(form)
    .filter(({ type, name, value }) => type === "checkbox" || value === (sent.get(name) ?? ""))
    .map((field) => [field, field.value, field.checked] as const);
  for (const [field] of before) {
    if (field.type === "checkbox") field.checked = false;
    else field.value = field.name === "entryCode" ? drawEntryCode() : "";
  }
  for (const old of document.querySelectorAll("#main .notice, #main .field-error")) old.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  return () => {
    for (const [field, value, checked] of before) Object.assign(field, { value, checked });
  };
}

document.addEventListener(
  FORM_EVENTS.lost,
  (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.slipForm === undefined) return;
    if (!("indexedDB" in self) || !crypto.subtle || !box()) return;
    event.preventDefault();
    void store(form, (event as CustomEvent<FormData>).detail);
  },
  { capture: true },
);

document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-slips-send]")) void send();
});

// In the capture phase, before the form is sent: no slip of this raffle may stay on a phone that stops helping.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.leavesHelping !== "") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void leave(form);
  },
  { capture: true },
);

async function leave(form: HTMLFormElement): Promise<void> {
  await send().catch(() => undefined);
  const left = await show().catch(() => []);
  if (left.length > 0) return say([text("leave")]);
  await forgetPages().catch(() => undefined);
  form.dataset.leavesHelping = "now";
  form.requestSubmit();
}

async function start(): Promise<void> {
  const slips = await show();
  if (slips.length > 0 && navigator.onLine) void send();
  if (text("stores")) await storePage(text("stores"));
}

addEventListener("online", () => void send());
new MutationObserver(() => void show().catch(() => 0)).observe(document.body, { childList: true });
// Where storage is refused the page works as before.
start().catch(() => undefined);
