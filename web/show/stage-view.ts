import { throwConfetti } from "../ui/confetti/confetti.ts";
import type { Card, Scene, ShowWords } from "./scene.ts";
import { ShowSound } from "./sound.ts";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** Puts scenes on a stage. */
export class StageView {
  readonly #root: HTMLElement;
  readonly #words: ShowWords;
  readonly #sound = new ShowSound();
  #scene: string;

  /** @param scene the one that the page came with */
  constructor(root: HTMLElement, words: ShowWords, scene: Scene) {
    this.#root = root;
    this.#words = words;
    this.#scene = JSON.stringify(scene);
    this.#driveButtons();
  }

  /**
   * @param now the server's time, for clocks
   * @param news the prizes whose winners are seen for the first time, where the show has moved
   */
  show(scene: Scene, now: () => number, news?: readonly number[]): void {
    const json = JSON.stringify(scene);
    if (json !== this.#scene) this.#paint(scene, news !== undefined);
    this.#scene = json;
    this.#part("clock").textContent = scene.until ? this.#timeTo(Date.parse(scene.until.at) - now()) : "";
    if (!news) return;
    this.#sound.turn(scene.kind === "turning");
    const seen = scene.kind === "over" ? scene.prizes.filter((_, prize) => news.includes(prize)) : [];
    const winners = (cards: readonly Card[]) => cards.map(({ ticket, name }) => `${ticket} ${name}`).join(", ");
    this.#part("said").textContent = [
      `${scene.kicker} ${scene.heading}: ${winners(scene.cards) || scene.text}`,
      ...seen.map(({ name, cards }) => `${name}: ${winners(cards)}`),
    ].join(". ");
    if (scene.kind !== "over" && scene.cards.length === 0) return;
    this.#sound.fanfare();
    throwConfetti(this.#part("drum"));
  }

  #paint(scene: Scene, isNews: boolean): void {
    this.#root.dataset.kind = scene.kind;
    this.#root.toggleAttribute("data-fresh", isNews);
    for (const name of ["kicker", "heading", "text"] as const) this.#part(name).textContent = scene[name];
    this.#part("until").textContent = scene.until?.label ?? "";
    this.#part("six-words").textContent = scene.sixWords;
    this.#part("lock").hidden = scene.sixWords === "";
    this.#part("cards").replaceChildren(...scene.cards.map(cardElement));
    this.#part("prizes").style.setProperty("--scale", String(scene.scale));
    this.#part("prizes").replaceChildren(
      ...scene.prizes.map(({ name, cards, note }) => {
        const list = element("ol", "show-cards");
        list.append(...cards.map(cardElement));
        const prize = element("li", "show-prize");
        prize.append(element("h3", "", name), list, element("p", "hint", note));
        return prize;
      }),
    );
  }

  #driveButtons(): void {
    const sound = this.#part("sound");
    sound.addEventListener("click", () => {
      this.#sound.toggle();
      sound.ariaPressed = String(this.#sound.isOn);
      this.#sound.turn(this.#root.dataset.kind === "turning");
    });
    const full = this.#part("full");
    full.hidden = !document.fullscreenEnabled;
    full.addEventListener("click", () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void this.#root.requestFullscreen();
      // A projector must not go dark. Not every browser can prevent it.
      navigator.wakeLock?.request("screen").catch(() => undefined);
    });
  }

  #timeTo(ms: number): string {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const days = Math.floor(seconds / DAY);
    const parts = [(seconds % DAY) / HOUR, (seconds % HOUR) / MINUTE, seconds % MINUTE];
    const clock = parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
    return days > 0 ? `${this.#words.days.replace("{{count}}", String(days))} ${clock}` : clock;
  }

  #part(name: string): HTMLElement {
    const part = this.#root.querySelector<HTMLElement>(`[data-part=${name}]`);
    if (!part) throw new Error(`The stage has no part "${name}".`);
    return part;
  }
}

function cardElement({ ticket, name }: Card, place: number): HTMLElement {
  const card = element("li", "show-card");
  card.style.setProperty("--place", String(place));
  card.append(element("b", "", ticket), " ", element("span", "", name));
  return card;
}

function element(tag: string, className: string, text = ""): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
