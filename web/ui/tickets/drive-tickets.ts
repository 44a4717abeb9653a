import { groupedCode } from "#src/base/code-formats.ts";
import {
  attempt,
  forgetEntry,
  type RememberedEntry,
  rememberedEntries,
  type SaidTicket,
  storeSeen,
} from "../../inline/remembered-entries.ts";
import styles from "./tickets.css?inline";

/**
 * Fills "Your tickets" with the entries that this browser remembers, and asks the site once what became of all of them.
 * Without an answer each row says what the site said last, and when.
 */

/** As many as the site answers at once (src/tickets/limits.ts). */
const AT_ONCE = 20;

type Asked = Pick<RememberedEntry, "raffle" | "entryCode">;
type Answer = {
  readonly tickets: readonly (SaidTicket & Asked)[];
  readonly gone: readonly Asked[];
};

const isSame = (one: Asked) => (other: Asked) => one.raffle === other.raffle && one.entryCode === other.entryCode;

// Here, because other visitors' pages are spared it.
document.head.append(Object.assign(document.createElement("style"), { textContent: styles }));

/** The offline page has one for each language, of which it shows one. */
const language = document.documentElement.lang;

const driven = new WeakSet<HTMLElement>();

function driveNew(): void {
  for (const root of document.querySelectorAll<HTMLElement>("[data-tickets]")) {
    if (driven.has(root) || root.closest<HTMLElement>("[lang]")?.lang !== language) continue;
    driven.add(root);
    drive(root);
  }
}

driveNew();
// The answer to a form replaces all of the page.
new MutationObserver(driveNew).observe(document.body, { childList: true });

function drive(root: HTMLElement): void {
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-part=${name}]`);
  const [rows, row, status, again] = [part("rows"), part("row"), part("status"), part("again")];
  if (!rows || !(row instanceof HTMLTemplateElement) || !status || !again) return;
  const most = Number(root.dataset.most) || Number.POSITIVE_INFINITY;
  /** The entries in the order of the site's answer. */
  let order: readonly Asked[] = [];
  let isCurrent = false;

  const hide = (name: string, isHidden: boolean) => {
    const found = part(name);
    if (found) found.hidden = isHidden;
  };
  const list = () => {
    // Those that were not answered come last.
    const placed = (entry: Asked) => order.findIndex(isSame(entry)) + 1 || order.length + 1;
    return rememberedEntries().toSorted((one, other) => placed(one) - placed(other));
  };
  const say = (text = "") => {
    status.textContent = text;
    status.hidden = text === "";
  };

  function show(): void {
    const tickets = list();
    rows?.replaceChildren(...tickets.slice(0, most).map((ticket) => rowOf(ticket, hasSeveral(tickets, ticket))));
    root.hidden = tickets.length === 0 && root.dataset.empty === undefined && status?.hidden !== false;
    hide("none", tickets.length > 0);
    hide("shared", tickets.length === 0);
    hide("all", tickets.length <= most);
  }

  /** @param isOneOfSeveral of its raffle: then it says whose it is, as far as that is known */
  function rowOf(ticket: RememberedEntry, isOneOfSeveral: boolean): Node {
    const { raffle, entryCode, seen } = ticket;
    const copy = (row as HTMLTemplateElement).content.cloneNode(true) as DocumentFragment;
    const write = (name: string, text = "") => {
      const found = copy.querySelector<HTMLElement>(`[data-part=${name}]`);
      if (found) [found.textContent, found.hidden] = [text, text === ""];
      return found;
    };
    const at = seen.at && new Date(seen.at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    const name = write("name", seen.name || raffle);
    const page = seen.state === "won" ? "claim" : "raffle-entry";
    name?.setAttribute("href", `/${page}/${raffle}/${entryCode}`);
    write("shop", seen.shop);
    if (isOneOfSeveral) {
      write("person", seen.person && `${seen.person} ·`);
      write("end", entryCode.slice(-2));
      copy.querySelector<HTMLElement>("[data-part=whose]")?.removeAttribute("hidden");
    }
    write("mark", isCurrent ? seen.mark : "");
    // "Tonight" was said of its own day: an earlier answer stands with its time.
    const earlier = at ? `${at}: ${[seen.line, seen.next].filter(Boolean).join(" · ")}` : "";
    write("line", isCurrent ? seen.line : earlier);
    write("next", isCurrent ? seen.next : "");
    write("code", groupedCode(entryCode));
    const item = copy.firstElementChild as HTMLElement;
    if (isCurrent) item.dataset.state = seen.state;
    copy.querySelector("[data-part=forget]")?.addEventListener("click", () => {
      forgetEntry(ticket);
      say(root.dataset.forgotten);
      show();
      root.querySelector<HTMLElement>("[tabindex]")?.focus();
    });
    return copy;
  }

  async function ask(): Promise<void> {
    const entries = list();
    const tickets: Answer["tickets"][number][] = [];
    let gone = 0;
    for (let at = 0; at < entries.length; at += AT_ONCE) {
      const asked = entries.slice(at, at + AT_ONCE).map(({ raffle, entryCode }) => ({ raffle, entryCode }));
      const answer = await fetch(`/api/tickets?lang=${language}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ tickets: asked }),
      });
      if (!answer.ok) throw new Error(`The site answered ${answer.status}.`);
      const said = (await answer.json()) as Answer;
      tickets.push(...said.tickets);
      for (const entry of entries.filter((one) => said.gone.some(isSame(one)))) forgetEntry(entry);
      gone += said.gone.length;
    }
    // For the offline page, to which no request brings the visitor's choice.
    attempt(() => localStorage.setItem("language", language));
    for (const entry of entries) {
      const ticket = tickets.find(isSame(entry));
      if (ticket) storeSeen(entry, ticket, hasSeveral(tickets, entry));
    }
    order = tickets;
    isCurrent = true;
    say(gone > 0 ? root.dataset.gone : "");
  }

  async function refresh(): Promise<void> {
    hide("again", true);
    try {
      if (list().length > 0) await ask();
    } catch {
      say(root.dataset.failed);
      hide("again", false);
    }
    show();
  }

  again.addEventListener("click", () => void refresh());
  hide("unscripted", true);
  show();
  void refresh();
}

/** Whether several of these are entries of the same raffle. */
function hasSeveral(tickets: readonly Asked[], { raffle }: Asked): boolean {
  return tickets.filter((one) => one.raffle === raffle).length > 1;
}
