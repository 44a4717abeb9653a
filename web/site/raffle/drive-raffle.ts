import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#src/base/clock.ts";
import { rememberedEntries } from "../../inline/remembered-entries.ts";
import { timeLeft } from "../../page/views/time-left.ts";

/** A page that counts minutes looks no more often. */
const PAUSE_MS = 5 * SECOND_MS;

/** Clocks that differ by less are taken for right: the site says its time in whole seconds. */
const TOLERANCE_MS = 2 * SECOND_MS;

/** The script of a raffle's page, which is the same for everybody: what the browser alone knows is added here. */

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

for (const box of all("[data-closes]")) {
  countDown(box, () => {
    for (const part of all("[data-while]")) part.hidden = part.dataset.while === "open";
  });
}

for (const box of all("[data-remembered]")) {
  const raffle = box.dataset.remembered ?? "";
  const [any] = leadToOwn(raffle);
  box.addEventListener("forgotten", () => leadToOwn(raffle));
  if (any) document.head.append(Object.assign(document.createElement("script"), { src: box.dataset.driver }));
}

// Rejected when the person shares nothing after all.
for (const button of all("[data-share]")) {
  button.hidden = !("share" in navigator);
  const { share: url, text } = button.dataset;
  button.addEventListener("click", () => navigator.share({ url, text }).catch(() => undefined));
}

/** Leads who has joined to their entry first, or to the box with several. */
function leadToOwn(raffle: string) {
  const entries = rememberedEntries(raffle);
  const [first, second] = entries;
  const mine = first && (second ? "several" : "one");
  for (const part of all("[data-join]")) part.hidden = !!first;
  for (const part of all("[data-mine]")) part.hidden = !mine || (part.dataset.mine || mine) !== mine;
  for (const link of all("[data-mine=one]")) {
    if (first) link.setAttribute("href", `/raffle-entry/${raffle}/${first.entryCode}`);
  }
  for (const text of all("[data-with-own]")) countOwn(text, raffle, !!first);
  return entries;
}

/**
 * Counts the days, hours and minutes until a raffle closes, in its last hour minutes and seconds.
 *
 * The raffle closes by the site's clock. So the page asks for its time in the last hour, each hour, and where this
 * device's clock disagrees with the sentence that the site wrote.
 *
 * @param onClose called once, when the raffle has closed
 */
function countDown(box: HTMLElement, onClose: () => void): void {
  const closes = new Date(box.dataset.closes ?? "");
  const flaps = box.querySelectorAll<HTMLElement>(".countdown-flaps span");
  /** How far the site's clock is ahead of this device's. */
  let ahead = 0;
  let askedAt = 0;
  let isLastHour = false;
  const { unit, count } = timeLeft(closes, new Date());
  if (`${unit} ${count}` === box.dataset.left) askedAt = Date.now();

  const leftNow = () => closes.getTime() - Date.now() - ahead;

  async function ask() {
    askedAt = Date.now();
    // Without an answer the device's clock has to do.
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
    const difference = Date.parse(answer?.headers.get("date") ?? "") - Date.now();
    if (Math.abs(difference) > TOLERANCE_MS) ahead = difference;
  }

  async function show() {
    if (Date.now() - askedAt > HOUR_MS || (!isLastHour && leftNow() < HOUR_MS)) await ask();
    const left = leftNow();
    isLastHour = left < HOUR_MS;
    box.toggleAttribute("data-running", left > 0);
    if (left <= 0) {
      onClose();
      return;
    }
    const minutes = Math.floor(left / MINUTE_MS);
    const figures = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
    figures.push(Math.floor(left / SECOND_MS) % 60);
    flaps.forEach((flap, place) => {
      flap.hidden = isLastHour ? place < 2 : place === 3;
      const figure = flap.querySelector("b");
      if (figure) figure.textContent = String(figures[place]).padStart(isLastHour ? 2 : 1, "0");
    });
    setTimeout(show, isLastHour ? left % SECOND_MS || SECOND_MS : PAUSE_MS);
  }

  void show();
}

/**
 * Counts an entry at once in the browser that sent it: the page's number is some seconds older. A browser that has not
 * joined notes the number that it saw. Once it has joined, there are more than that.
 *
 * @param isIn whether this browser has joined
 */
function countOwn(text: HTMLElement, raffleCode: string, isIn: boolean): void {
  const { entered = "", withOwn = "" } = text.dataset;
  const key = `entered:${raffleCode}`;
  try {
    if (!isIn) sessionStorage.setItem(key, entered);
    else if (Number(sessionStorage.getItem(key)) >= Number(entered)) text.textContent = withOwn;
  } catch {
    // A browser may refuse to store anything.
  }
}
