import type { Ticket } from "#src/draws/protocol/list/ticket.ts";
import type { ReceiptVerdict } from "#src/draws/protocol/log/receipt-verdict.ts";
import type { CheckName, CheckResult, Report } from "#src/draws/protocol/verify/report.ts";
import type { CheckNews, Hindrance } from "./check-run.ts";
import type { CheckState, ChecksTexts } from "./use-checks-texts.ts";

/** Shows in a page's section what becomes of its checks. */
export class ChecksView {
  readonly button: HTMLButtonElement;
  readonly #section: HTMLElement;
  readonly #texts: ChecksTexts;
  readonly #checks: readonly HTMLElement[];

  constructor(section: HTMLElement) {
    this.#section = section;
    this.button = this.#part("run");
    this.#texts = JSON.parse(this.#part("texts").textContent ?? "");
    this.#checks = [...section.querySelectorAll<HTMLElement>("[data-check]")];
  }

  get hasVerdict(): boolean {
    return this.#part("verdict").textContent !== "";
  }

  begin(): void {
    for (const check of this.#checks) this.#mark(check, "not-run");
    for (const field of this.#section.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    this.#part("verdict").replaceChildren(line(this.#texts.working));
    this.button.textContent = this.#texts.stop;
    this.#run(0);
  }

  stop(): void {
    this.#end();
    this.#part("verdict").replaceChildren(line(this.#texts.stopped));
  }

  show(news: CheckNews): void {
    if (news.kind === "tickets") {
      const count = news.count.toLocaleString(this.#language);
      this.#part("tickets").textContent = fill(this.#texts.tickets, { count });
    } else if (news.kind === "prizes") {
      this.#part("tickets").textContent = fill(this.#texts.prizes, news);
    } else if (news.kind === "check") {
      const index = this.#checks.findIndex(({ dataset }) => dataset.check === news.name);
      this.#showResult(index, news.result);
      if (news.result.state !== "wrong") this.#run(index + 1);
    } else {
      this.#end();
      if (news.kind === "report") this.#showVerdict(news.report);
      else this.#showHindrance(news.by);
    }
  }

  get #language(): string {
    return this.#section.closest<HTMLElement>("[lang]")?.lang ?? "en";
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
    this.#part("tickets").textContent = "";
    for (const check of this.#checks) if (check.dataset.state === "running") this.#mark(check, "not-run");
  }

  #mark(check: HTMLElement, state: CheckState, details: readonly string[] = []): void {
    check.dataset.state = state;
    const [shown, detail] = [check.querySelector("[data-shown]"), check.querySelector("[data-detail]")];
    if (shown) shown.textContent = this.#texts.state[state];
    detail?.replaceChildren(...details.map((text) => line(text)));
  }

  #showResult(index: number, result: CheckResult): void {
    const check = this.#checks[index];
    if (!check) return;
    const { expected, foundInstead, where, found, rule } = this.#texts;
    if (result.state === "right") {
      this.#mark(check, "right", [fill(found[check.dataset.check as CheckName], result)]);
    } else if (result.state === "wrong") {
      const { fault } = result;
      const parts = [rule[fault.rule], fill(expected, fault), fill(foundInstead, fault)];
      this.#mark(check, "wrong", fault.where === "" ? parts : [...parts, fill(where, fault)]);
    } else {
      this.#mark(check, result.state);
    }
  }

  /** The three parts of the verdict, each with what it rests on. */
  #showVerdict(report: Report): void {
    const { checks, transcript, drawnAt, lockHash, lockProof, ticket, receipt, chainByHand } = report;
    const { verdict } = this.#texts;
    const time = drawnAt === undefined ? "" : this.#timeOf(drawnAt);
    const failed = checks.find(({ result }) => result.state === "wrong")?.name ?? "";
    const name = this.#section.querySelector(`[data-check="${failed}"] [data-name]`)?.textContent ?? failed;
    const isPublic = drawnAt !== undefined && drawnAt * 1000 <= Date.now();
    const waiting = isPublic ? verdict.drawable : verdict.notDrawn;
    const isRight = { right: verdict.right, wrong: verdict.wrong, "not-drawn-yet": waiting }[transcript];
    const lines = [line(fill(isRight, { check: name, time }), transcript)];
    if (transcript !== "wrong") lines.push(this.#fixedBefore(report, time), this.#sameForEveryone(report));
    if (lockProof?.state === "wrong") lines.push(line(verdict.proofWrong, "wrong"));
    if (lockHash !== undefined) lines.push(line(fill(verdict.lockHash, { lockHash })));
    if (ticket) lines.push(line(this.#ofTicket(ticket)));
    if (receipt) lines.push(this.#ofReceipt(receipt));
    if (chainByHand) lines.push(line(verdict.chainByHand));
    this.#part("verdict").replaceChildren(...lines);
  }

  #fixedBefore({ fixedBefore, checks, seenBy }: Report, time: string): HTMLElement {
    const { verdict } = this.#texts;
    if (fixedBefore === "known") return line(fill(verdict.fixedKnown, { time }), "proven");
    if (fixedBefore === "witnessed") {
      return line(fill(verdict.fixedSeen, { witness: seenBy[0]?.witness, time }), "proven");
    }
    const isGiven = checks.some((check) => check.name === "lock-hash" && check.result.state === "right");
    return line(fill(isGiven ? verdict.fixedAsk : verdict.fixedNot, { time }), "not-proven");
  }

  #sameForEveryone({ seenBy }: Report): HTMLElement {
    const { sameSeen, sameNot } = this.#texts.verdict;
    if (seenBy.length === 0) return line(sameNot, "not-proven");
    const witnesses = seenBy.map(({ witness, at }) => `${witness} (${this.#timeOf(at)})`).join(", ");
    return line(fill(sameSeen, { count: seenBy.length, witnesses }), "proven");
  }

  #ofTicket({ out, ticket, chances, wishes }: Ticket): string {
    const shown = { ticket: String(ticket), chances: String(chances), wishes: wishes.join(", ") || "—" };
    return fill(this.#texts.ticket[out === "" ? "in" : out], shown);
  }

  /** What became of a receipt: only a listed one is good news, and only a silent log convicts. */
  #ofReceipt(verdict: ReceiptVerdict): HTMLElement {
    const { receipt, changer, reason } = this.#texts;
    if (verdict.state === "listed") return line(`${receipt.listed} ${this.#ofTicket(verdict.ticket)}`, "right");
    if (verdict.state !== "explained") {
      const isBad = verdict.state === "convicted" || verdict.state === "wrong";
      return line(receipt[verdict.state], isBad ? "wrong" : "not-proven");
    }
    const by = verdict.by.map((one) => changer[one]).join(", ");
    const time = this.#timeOf(Date.parse(verdict.at) / 1000);
    return line(fill(receipt[verdict.kind], { by, time, reason: reason[verdict.reason] }), "not-proven");
  }

  #showHindrance(by: Hindrance): void {
    this.#part("verdict").replaceChildren(line(this.#texts.hindered[by], "hindered"));
    const field = this.#section.querySelector<HTMLElement>(`[name="${by}"]`);
    field?.setAttribute("aria-invalid", "true");
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  }

  /** A lock can name a time that no calendar has. */
  #timeOf(seconds: number): string {
    const date = new Date(seconds * 1000);
    if (Number.isNaN(date.getTime())) return `${seconds} s`;
    return date.toLocaleString(this.#language, { dateStyle: "long", timeStyle: "long" });
  }
}

function line(text: string, state?: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  if (state) paragraph.dataset.state = state;
  return paragraph;
}

/**
 * A text with values in its places. What a file brings is put in as it is, and not read as a text with places again.
 */
function fill(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
