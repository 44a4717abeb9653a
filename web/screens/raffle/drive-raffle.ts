import { showRemembered } from "../../ui/remembered-entry/show-remembered.ts";
import { countDown } from "./count-down.ts";

/** The script of a raffle's page, which is the same for everybody: what the browser alone knows is added here. */

for (const box of document.querySelectorAll<HTMLElement>("[data-closes]")) countDown(box);
for (const box of document.querySelectorAll<HTMLElement>("[data-remembered]")) showRemembered(box);

// Rejected when the person shares nothing after all.
for (const button of document.querySelectorAll<HTMLElement>("[data-share]")) {
  button.hidden = !("share" in navigator);
  const { share: url, text } = button.dataset;
  button.addEventListener("click", () => navigator.share({ url, text }).catch(() => undefined));
}
