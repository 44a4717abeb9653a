import { Camera } from "./camera.ts";
import { isSoundOn, setSound, signal } from "./tones.ts";

/**
 * The script of the shop's screen. The page's own script sends its forms, and puts each answer in the place of the
 * page. This one lets the camera outlive that, reports results by tones, and never leaves a result on the screen while
 * another voucher is asked for.
 */

let camera: Camera | undefined;
let shown: HTMLElement | null = null;

const screenOf = () => document.querySelector<HTMLElement>("[data-voucher-check]");
const codeField = () => document.querySelector<HTMLInputElement>("[data-voucher-check] [name=code]");
const part = (name: string) => document.querySelector<HTMLElement>(`[data-voucher-check] [data-part=${name}]`);

arrive();
new MutationObserver(arrive).observe(document.body, { childList: true, subtree: true });

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-part]") : null;
  if (!pressed?.closest("[data-voucher-check]")) return;
  const { part: name } = pressed.dataset;
  if (name === "scan") void scan();
  if (name === "sound") setSound(!isSoundOn());
  if (name === "sound") showSound();
  if (name === "next") {
    event.preventDefault();
    next();
  }
});

addEventListener(
  "submit",
  ({ target, submitter }) => {
    if (!(target instanceof HTMLFormElement) || !target.closest("[data-voucher-check]")) return;
    camera?.pause();
    // Whatever comes of it: what is shown is of the voucher before.
    if (submitter?.getAttribute("value") === "check") clear();
  },
  { capture: true },
);

/** Tells a result that has come onto the screen. */
function arrive(): void {
  const result = document.querySelector<HTMLElement>("[data-voucher-check] [data-result]");
  if (result === shown) return;
  shown = result;
  showSound();
  if (!result) return;
  const asked = result.querySelector<HTMLElement>("[aria-invalid]");
  if (!asked) result.scrollIntoView();
  (asked ?? result.querySelector("h1"))?.focus();
  signal(result.dataset.result ?? "");
}

function clear(): void {
  screenOf()?.querySelector("[data-result]")?.remove();
  part("start")?.removeAttribute("hidden");
}

/** The screen for the next voucher, without asking the site for it. */
function next(): void {
  clear();
  history.replaceState(null, "", "/voucher");
  scrollTo(0, 0);
  if (camera) void look();
  else {
    codeField()?.focus();
    // A code of no voucher stands there, to be mended or typed over.
    codeField()?.select();
  }
}

async function scan(): Promise<void> {
  const worker = screenOf()?.dataset.worker;
  if (!worker) return;
  part("no-camera")?.setAttribute("hidden", "");
  try {
    if (!camera) {
      const started = new Camera(worker, ask);
      await started.start();
      camera = started;
    }
    await look();
  } catch {
    part("no-camera")?.removeAttribute("hidden");
  }
}

async function look(): Promise<void> {
  const place = part("camera");
  if (!place) return;
  place.hidden = false;
  await camera?.resume(place);
}

/** Asks the site for the voucher, as typing its code does. */
function ask(text: string): void {
  camera?.pause();
  const field = codeField();
  const button = field?.form?.querySelector<HTMLButtonElement>("button[value=check]");
  if (!field?.form || !button) return;
  field.value = text;
  field.form.requestSubmit(button);
}

function showSound(): void {
  part("sound")?.setAttribute("aria-pressed", String(isSoundOn()));
}
