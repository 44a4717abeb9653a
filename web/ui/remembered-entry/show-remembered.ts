import { forgetEntry, rememberedEntry } from "../../inline/remembered-entry.ts";

/**
 * Fills the box with the code that this browser remembers and shows it; leaves it hidden where there is none.
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
  text.textContent = `${code.slice(0, 4)} ${code.slice(4)}`;
  view.href = `/raffle-entry/${raffleCode}/${code}`;
  box.querySelector("[data-part=forget]")?.addEventListener("click", () => {
    forgetEntry(raffleCode);
    box.hidden = true;
    onShow(null);
  });
  box.hidden = false;
  onShow(view.href);
}
