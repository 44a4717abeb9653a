import type { CheckName, CheckResult } from "#src/draws/protocol/verify/report.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { Hindrance } from "./check-run.ts";
import type { ShownNews } from "./checks-worker.ts";
import type { CheckState, ChecksTexts } from "./use-checks-texts.ts";
import { fill, type ShownPrize, type Verdict, type VerdictPage } from "./verdict-lines.ts";

/** What the page of a draw adds to its checks. */
export type PageOfDraw = {
  /** The winners that it shows now. */
  shown(): readonly ShownPrize[];
  show(state: "working" | "stopped" | "hindered" | Verdict["outcome"]): void;
};

/** Shows in a page's section what becomes of its checks. */
export class ChecksView {
  readonly button: HTMLButtonElement;
  readonly verdict: HTMLElement;
  readonly #section: HTMLElement;
  readonly #page: PageOfDraw | undefined;
  readonly #texts: ChecksTexts;
  readonly #checks: readonly HTMLElement[];

  constructor(section: HTMLElement, page?: PageOfDraw) {
    this.#section = section;
    this.#page = page;
    this.button = this.#part("run");
    this.verdict = this.#part("verdict");
    this.#texts = JSON.parse(this.#part("texts").textContent ?? "");
    this.#checks = [...section.querySelectorAll<HTMLElement>("[data-check]")];
  }

  get hasVerdict(): boolean {
    return this.verdict.textContent !== "";
  }

  /** What the worker needs for the sentences of its verdict. */
  forVerdict(): VerdictPage {
    const names = this.#checks.map((check) => [check.dataset.check, check.querySelector("[data-name]")?.textContent]);
    return {
      texts: this.#texts,
      names: Object.fromEntries(names),
      language: this.#language,
      timeZone: this.#section.dataset.zone,
      shown: this.#page?.shown(),
    };
  }

  begin(): void {
    for (const check of this.#checks) this.#mark(check, "not-run", "");
    for (const field of this.#section.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    this.verdict.replaceChildren(line(this.#texts.working));
    this.button.textContent = this.#texts.stop;
    this.#page?.show("working");
    this.#run(0);
  }

  stop(): void {
    this.#end();
    this.verdict.replaceChildren(line(this.#texts.stopped));
    this.#page?.show("stopped");
  }

  show(news: ShownNews): void {
    if (news.kind === "tickets") {
      this.#part("tickets-read").textContent = fill(this.#texts.tickets, news);
    } else if (news.kind === "prizes") {
      this.#part("tickets-read").textContent = fill(this.#texts.prizes, news);
    } else if (news.kind === "check") {
      const index = this.#checks.findIndex(({ dataset }) => dataset.check === news.name);
      this.#showResult(index, news.result);
      if (news.result.state !== "wrong") this.#run(index + 1);
    } else {
      this.#end();
      if (news.kind === "hindered") this.#showHindrance(news.by);
      else {
        this.verdict.replaceChildren(...news.verdict.lines.map(({ text, state }) => line(text, state)));
        this.#page?.show(news.verdict.outcome);
      }
    }
  }

  get #language(): Language {
    return (this.#section.closest<HTMLElement>("[lang]")?.lang ?? "en") as Language;
  }

  #part<Part extends HTMLElement>(name: string): Part {
    const part = this.#section.querySelector<Part>(`[data-${name}]`);
    if (!part) throw new Error(`The checks have no part "${name}".`);
    return part;
  }

  #run(index: number): void {
    const check = this.#checks[index];
    if (check) this.#mark(check, "running");
  }

  #end(): void {
    this.button.textContent = this.#texts.run;
    this.#part("tickets-read").textContent = "";
    for (const check of this.#checks) {
      if (["running", "not-run"].includes(check.dataset.state ?? "")) this.#mark(check, "not-run");
    }
  }

  #mark(check: HTMLElement, state: CheckState, text = this.#texts.state[state], details: readonly string[] = []): void {
    check.dataset.state = state;
    const [shown, detail] = [check.querySelector("[data-shown]"), check.querySelector("[data-detail]")];
    if (shown) shown.textContent = text;
    detail?.replaceChildren(...details.map((text) => line(text)));
  }

  #showResult(index: number, result: CheckResult): void {
    const check = this.#checks[index];
    if (!check) return;
    const { expected, foundInstead, where, found, rule } = this.#texts;
    if (result.state === "right") {
      this.#mark(check, "right", undefined, [fill(found[check.dataset.check as CheckName], result)]);
    } else if (result.state === "wrong") {
      const { fault } = result;
      const parts = [rule[fault.rule], fill(expected, fault), fill(foundInstead, fault)];
      this.#mark(check, "wrong", undefined, fault.where === "" ? parts : [...parts, fill(where, fault)]);
    } else {
      this.#mark(check, result.state);
    }
  }

  #showHindrance(by: Hindrance): void {
    this.verdict.replaceChildren(line(this.#texts.hindered[by], "hindered"));
    this.#page?.show("hindered");
    const field = this.#section.querySelector<HTMLElement>(`[name="${by}"]`);
    field?.setAttribute("aria-invalid", "true");
    unfold(field);
    field?.focus();
  }
}

/** Opens all folds around a field. */
export function unfold(field: Element | null): void {
  for (let fold = field?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
}

function line(text: string, state?: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  if (state) paragraph.dataset.state = state;
  return paragraph;
}
