import { showRemembered } from "../../ui/remembered-entry/show-remembered.ts";
import { countDown } from "./count-down.ts";
import { countOwn } from "./count-own.ts";

/** The script of a raffle's page, which is the same for everybody: what the browser alone knows is added here. */

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

for (const box of all("[data-closes]")) {
  countDown(box, () => {
    for (const part of all("[data-while]")) part.hidden = part.dataset.while === "open";
  });
}

for (const box of all("[data-remembered]")) {
  showRemembered(box, (entry) => {
    // Who has joined is led to their entry first.
    for (const part of all("[data-join]")) part.hidden = entry !== null;
    for (const part of all("[data-mine]")) part.hidden = entry === null;
    for (const link of all("[data-mine=entry]")) if (entry !== null) link.setAttribute("href", entry);
    for (const text of all("[data-with-own]")) countOwn(text, box.dataset.remembered ?? "", entry !== null);
  });
}

// Rejected when the person shares nothing after all.
for (const button of all("[data-share]")) {
  button.hidden = !("share" in navigator);
  const { share: url, text } = button.dataset;
  button.addEventListener("click", () => navigator.share({ url, text }).catch(() => undefined));
}
