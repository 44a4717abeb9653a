import { forgetEntry, rememberedEntry } from "../../inline/remembered-entry.ts";

/**
 * Fills the box with the code that this browser remembers and shows it; leaves it hidden where there is none. Whether
 * the entry can win is asked of the site.
 *
 * @param onShow told the address of the remembered entry, or null for none: now, and when it is forgotten
 */
export function showRemembered(box: HTMLElement, onShow: (entry: string | null) => void = () => undefined): void {
  const raffleCode = box.dataset.remembered ?? "";
  const code = rememberedEntry(raffleCode);
  const text = box.querySelector("[data-part=code]");
  const view = box.querySelector<HTMLAnchorElement>("[data-part=view]");
  if (!code || !text || !view) {
    onShow(null);
    return;
  }
  const forget = () => {
    forgetEntry(raffleCode);
    onShow(null);
  };
  text.textContent = `${code.slice(0, 4)} ${code.slice(4)}`;
  view.href = `/raffle-entry/${raffleCode}/${code}`;
  box.querySelector("[data-part=forget]")?.addEventListener("click", () => {
    box.hidden = true;
    forget();
  });
  box.hidden = false;
  onShow(view.href);
  // Without an answer the box says only what this browser knows.
  showStanding(box, `/api/entries/${code}?raffle=${raffleCode}`, forget).catch(() => undefined);
}

/** Shows the entry's line of truth; or, if it is erased, only that, and forgets it. */
async function showStanding(box: HTMLElement, path: string, forget: () => void): Promise<void> {
  const answer = await fetch(`${path}&lang=${document.documentElement.lang}`);
  const line = box.querySelector<HTMLElement>("[data-erased]");
  if (!line) return;
  const isErased = answer.status === 404;
  // Any other refusal has no standing, which throws.
  line.textContent = isErased ? (line.dataset.erased ?? "") : (await answer.json()).standing.text;
  line.hidden = false;
  if (!isErased) return;
  for (const part of box.querySelectorAll<HTMLElement>("p, .button")) part.hidden = part !== line;
  forget();
}
