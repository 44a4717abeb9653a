import type { PageOfDraw } from "../../draw-checks/checks-view.ts";
import { driveChecks } from "../../draw-checks/drive.ts";

/**
 * The script of a draw's page. It checks the draw by itself where that is cheap: a list of this many tickets is some
 * 120 KB, beside the 60 KB of the worker.
 */
const MAX_TICKETS = 2000;
/** After the page has settled, so that the checks slow nothing down. */
const SETTLED_MS = 300;

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string };

document.documentElement.dataset.scripted = "";
const section = document.querySelector<HTMLElement>("[data-draw-checks]");
if (section) drive(section);

function drive(section: HTMLElement): void {
  const glance = document.querySelector<HTMLElement>("[data-glance]");
  const texts = JSON.parse(glance?.dataset.glance ?? "{}") as Readonly<Record<string, string>>;
  const show: PageOfDraw["show"] = (state) => {
    if (!glance) return;
    glance.textContent = texts[state] ?? "";
    glance.dataset.state = state;
  };
  const start = driveChecks(section, { show, shown: shownPrizes });
  const words = section.querySelector<HTMLElement>("[data-words]");
  const other = section.querySelector<HTMLElement>("[data-other-words]");
  words?.querySelector("[data-same]")?.addEventListener("click", () => {
    const field = section.querySelector<HTMLInputElement>("[name=lockHash]");
    const before = section.querySelector<HTMLInputElement>("[name=when][value=before]");
    if (!field || !before) return;
    field.value = words.dataset.words ?? "";
    before.checked = true;
    if (other) other.hidden = true;
    section.querySelector<HTMLElement>("[data-run]")?.click();
  });
  words?.querySelector("[data-other]")?.addEventListener("click", () => {
    if (other) other.hidden = false;
    show("wrong");
  });
  if (start && isCheap(section)) addEventListener("load", () => setTimeout(start, SETTLED_MS));
}

/** Whether the checks may run without a press: few tickets, a chain with a known key, and no data to be saved. */
function isCheap({ dataset }: HTMLElement): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  const isSlow = connection?.saveData || /2g/.test(connection?.effectiveType ?? "");
  return "pinned" in dataset && Number(dataset.tickets) <= MAX_TICKETS && !isSlow;
}

/** The winners that the page shows now. */
function shownPrizes(): ReturnType<PageOfDraw["shown"]> {
  return [...document.querySelectorAll<HTMLElement>("[data-prize]")].map((prize) => ({
    prizeCode: prize.dataset.prize ?? "",
    name: prize.querySelector("h3")?.textContent ?? "",
    winners: [...prize.querySelectorAll<HTMLElement>("[data-ticket]")].map(({ dataset }) => ({
      ticket: Number(dataset.ticket),
      name: dataset.name ?? "",
    })),
    more: Number(prize.dataset.more),
    isFolded: prize.closest("details:not([open])") !== null,
  }));
}
