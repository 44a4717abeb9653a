import { charactersOf, messageOf, STEP_MS, slotOf, stepAt, truncated } from "#src/earning/stamps/totp.ts";
import type { CounterKeys, CounterView } from "./counter-view.ts";
import { qrPath } from "./qr-path.ts";

// Shows the codes of a station and goes on without a network, until its keys are used up.

const REFRESH_MS = 300_000;
const LOOK_MS = 500;

const view = JSON.parse(document.querySelector("#view")?.textContent ?? "{}") as CounterView;
const screen = document.querySelector("main");
const drawing = document.querySelector("svg");
const code = document.querySelector("#code");
const state = document.querySelector("#state");
const left = document.querySelector("progress");

let ahead = view.now - Date.now();
let keys = new Map<number, Promise<CryptoKey>>();
let shown = -1;

const { subtle } = globalThis.crypto ?? {};
// Old browsers, and pages without https, go on loading the page anew (counter-page.ts).
if (subtle) {
  clearTimeout((globalThis as unknown as { reload: number }).reload);
  take(view);
  setInterval(look, LOOK_MS);
  setInterval(refresh, REFRESH_MS);
  // A tablet on a counter does not sleep.
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

function take({ now, slots }: CounterKeys): void {
  ahead = now - Date.now();
  keys = new Map(slots.map(({ slot, key }) => [slot, keyOf(key)]));
}

function keyOf(hex: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function look(): Promise<void> {
  const now = Date.now() + ahead;
  const step = stepAt(now);
  if (left) left.value = STEP_MS - (now % STEP_MS);
  if (step === shown) return;
  shown = step;
  const key = await keys.get(slotOf(step));
  screen?.classList.toggle("over", !key);
  if (state) state.textContent = key ? "" : view.over;
  if (!key) return;
  const text = charactersOf(truncated(new Uint8Array(await subtle.sign("HMAC", key, messageOf(step)))), view.alphabet);
  if (code) code.textContent = text;
  drawing?.querySelector("path")?.setAttribute("d", qrPath(view.link + text).path);
}

/** Keys for another hour. Without a network it goes on with those that it has; where the link has ended, it says so. */
async function refresh(): Promise<void> {
  const answer = await fetch("?keys").catch(() => null);
  if (answer?.ok && /json/.test(answer.headers.get("content-type") ?? "")) take(await answer.json());
  else if (answer && answer.status < 500) location.reload();
}

function stayAwake(): void {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => undefined);
}
