import type { ShowState } from "#src/draws/show/rules.ts";
import { followShow } from "./follow-show.ts";
import { type ShowWords, sceneOf } from "./scene.ts";
import { StageView } from "./stage-view.ts";

/**
 * The script of a stage. It shows what the server sends, or goes through states that are in the page, as a practice
 * does. It decides nothing: the winners are drawn before.
 */

const LOOK_EVERY_MS = 500;

for (const root of document.querySelectorAll<HTMLElement>("[data-show]")) drive(root);

function drive(root: HTMLElement): void {
  const data = JSON.parse(root.querySelector("[data-part=data]")?.textContent ?? "{}") as ShowData;
  const { lang } = document.documentElement;
  let { state } = data;
  let offset = data.now - Date.now();
  const scene = () => sceneOf(state, Date.now() + offset, data.words, lang);
  const view = new StageView(root, data.words, scene());
  const look = () => view.show(scene(), () => Date.now() + offset);
  const show = (next: ShowState) => {
    const before = state;
    state = next;
    view.show(scene(), () => Date.now() + offset, newsBetween(before, next));
  };
  look();
  setInterval(look, LOOK_EVERY_MS);
  const { events, current } = root.dataset;
  if (events && current) {
    followShow({ events, current }, show, (time) => {
      offset = time - Date.now();
    });
  }
  let step = 0;
  root.querySelector("[data-part=next]")?.addEventListener("click", () => {
    step = (step + 1) % (data.steps.length + 1);
    show(data.steps[step - 1] ?? data.state);
  });
}

/** What the page of a stage holds for its script. */
export type ShowData = {
  readonly state: ShowState;
  /** The server's time when the page was made, in ms since 1970. */
  readonly now: number;
  readonly words: ShowWords;
  /** The states after `state` that a practice goes through. */
  readonly steps: readonly ShowState[];
};

/** The prizes whose winners are seen for the first time. Undefined where the show has not moved. */
function newsBetween(before: ShowState, after: ShowState): number[] | undefined {
  if (before.step === after.step) return undefined;
  return after.prizes.flatMap(({ revealed }, prize) => (revealed && !before.prizes[prize]?.revealed ? [prize] : []));
}
