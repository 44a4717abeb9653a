import type { CheckTask, Source } from "./check-run.ts";
import { ChecksView, type PageOfDraw, unfold } from "./checks-view.ts";
import type { ShownNews, WorkerTask } from "./checks-worker.ts";

/** The parameters of a link, in its query or after "#", and the fields that they fill. */
const FILLED_BY = { lockHash: "lock", email: "email", entryCode: "entryCode", key: "key", raffle: "raffle" } as const;

/** Under this name the browser remembers the keys of witnesses that the visitor trusts, a line each. */
const TRUSTED = "witnesses";

/**
 * Drives a page's checks of a draw: it gives the worker what there is to check, and shows what the worker reports. The
 * worker is fetched when checks run, and not before.
 *
 * @returns what starts the checks, unless a link did
 */
export function driveChecks(section: HTMLElement, page?: PageOfDraw): (() => void) | undefined {
  const view = new ChecksView(section, page);
  let worker: Worker | undefined;
  restoreWitnesses(section);
  const end = () => {
    worker?.terminate();
    worker = undefined;
  };
  const start = () => {
    end();
    const running = new Worker(workerUrl(section));
    worker = running;
    view.begin();
    const show = (news: ShownNews) => {
      if (worker !== running) return;
      if (news.kind === "verdict" || news.kind === "hindered") end();
      view.show(news);
    };
    running.addEventListener("message", ({ data }: MessageEvent<ShownNews>) => show(data));
    // A worker that could not be fetched has nothing to say.
    running.addEventListener("error", ({ message }) =>
      show({ kind: "hindered", by: message ? "failed" : "unreachable" }),
    );
    const sent: WorkerTask = { task: taskOf(section), page: view.forVerdict() };
    running.postMessage(sent);
  };
  view.button.addEventListener("click", () => {
    if (!worker) return start();
    end();
    view.stop();
  });
  section.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target instanceof HTMLInputElement && target.type === "text") start();
  });
  section.addEventListener("change", ({ target }) => {
    const { name } = target as HTMLInputElement;
    if (name.startsWith("witness")) rememberedKeys(trustedBy(section));
    // The answer changes what is proven: nobody has to press the button again for it.
    if ((name === "when" || name === "witness") && view.hasVerdict) start();
  });
  if (!fillFromLink(section) || !section.dataset.list) return start;
  start();
  // A visitor who comes by such a link wants to see what becomes of the checks.
  view.verdict.scrollIntoView({ block: "center" });
  return undefined;
}

function taskOf(section: HTMLElement): CheckTask {
  const typed = (name: string) => fieldOf(section, name)?.value ?? "";
  const picked = (name: string) => fieldOf(section, name)?.files?.[0];
  const source = (name: "transcript" | "list"): Source => section.dataset[name] ?? picked(name) ?? new Blob();
  return {
    transcript: source("transcript"),
    list: source("list"),
    chain: picked("chain"),
    receipt: givenReceipt(section) ?? picked("receipt"),
    receiptLog: picked("receiptLog"),
    logAddress: section.dataset.log,
    lockProof: section.dataset.proof ?? picked("lockProof"),
    lockHash: typed("lockHash"),
    isFromBefore: section.querySelector("input[name=when]:checked")?.getAttribute("value") === "before",
    witnesses: trustedBy(section),
    siteKey: typed("siteKey"),
    mine: {
      email: typed("email"),
      entryCode: typed("entryCode"),
      key: typed("key"),
      raffle: section.dataset.raffle ?? typed("raffle"),
    },
  };
}

/** The keys of witnesses that were ticked, and those that were typed. */
function trustedBy(section: HTMLElement): string {
  return [...witnessBoxes(section)]
    .flatMap(({ checked, value }) => (checked ? value : []))
    .concat(typedWitnesses(section)?.value ?? "")
    .join("\n");
}

/** The keys that the browser remembers, a line each; new ones take their place. It may remember nothing. */
function rememberedKeys(keys?: string): string {
  try {
    if (keys !== undefined) localStorage.setItem(TRUSTED, keys);
    return localStorage.getItem(TRUSTED) ?? "";
  } catch {
    return "";
  }
}

function restoreWitnesses(section: HTMLElement): void {
  const keys = new Set(rememberedKeys().split("\n"));
  for (const box of witnessBoxes(section)) box.checked = keys.delete(box.value);
  const typed = typedWitnesses(section);
  if (typed) typed.value = [...keys].join("\n").trim();
}

const witnessBoxes = (section: HTMLElement) => section.querySelectorAll<HTMLInputElement>("[name=witness]");
const typedWitnesses = (section: HTMLElement) => section.querySelector<HTMLTextAreaElement>("[name=witnesses]");

/** The receipt that a link or a QR code brought behind "#", until another file is picked. */
function givenReceipt(section: HTMLElement): Blob | undefined {
  const encoded = section.dataset.receipt;
  if (!encoded || fieldOf(section, "receipt")?.files?.length) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return new Blob([bytes]);
  } catch {
    // What is no base64 is no receipt, and the checks say so.
    return new Blob([encoded]);
  }
}

/** Fills fields with what a link brought. What stood after "#" leaves the address, so that nobody passes it on. */
function fillFromLink(section: HTMLElement): boolean {
  const given = new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
  let isFilled = false;
  for (const [name, parameter] of Object.entries(FILLED_BY)) {
    const [field, value] = [fieldOf(section, name), given.get(parameter)];
    if (!field || !value) continue;
    field.value = value;
    isFilled = true;
    // Beside a lock hash the page asks when it came: without an answer it proves nothing.
    if (!section.dataset.list || name === "lockHash") unfold(field);
  }
  const receipt = given.get("receipt");
  if (receipt) {
    section.dataset.receipt = receipt;
    isFilled = true;
  }
  if (isFilled && location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  return isFilled;
}

function fieldOf(section: HTMLElement, name: string): HTMLInputElement | null {
  return section.querySelector(`input[name="${name}"]`);
}

/** A page that is one file has the worker's text in it. */
function workerUrl(section: HTMLElement): string {
  const text = document.querySelector("[data-worker-text]")?.textContent;
  return text ? URL.createObjectURL(new Blob([text], { type: "text/javascript" })) : (section.dataset.worker ?? "");
}
