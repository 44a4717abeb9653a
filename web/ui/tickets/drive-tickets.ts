import { attempt, forgetEntry } from "../../inline/remembered-entry.ts";
import { type SeenTicket, type StoredTicket, storedTickets, storeSeen } from "../../inline/stored-tickets.ts";
import styles from "./tickets.css?inline";

/**
 * Fills "Your tickets" with the entries that this browser remembers, and asks the site once what became of all of them.
 * Without an answer each row says what the site said last, and when.
 */

/** As many as the site answers at once (src/tickets/limits.ts). */
const AT_ONCE = 20;

type Answer = {
  readonly tickets: readonly (SeenTicket & { readonly raffle: string })[];
  readonly gone: readonly { readonly raffle: string }[];
};

// Here, because other visitors' pages are spared it.
document.head.append(Object.assign(document.createElement("style"), { textContent: styles }));

/** The offline page has one for each language, of which it shows one. */
const language = document.documentElement.lang;

for (const root of document.querySelectorAll<HTMLElement>("[data-tickets]")) {
  if (root.closest<HTMLElement>("[lang]")?.lang === language) drive(root);
}

function drive(root: HTMLElement): void {
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-part=${name}]`);
  const [rows, row, status, again] = [part("rows"), part("row"), part("status"), part("again")];
  if (!rows || !(row instanceof HTMLTemplateElement) || !status || !again) return;
  const most = Number(root.dataset.most) || Number.POSITIVE_INFINITY;
  /** The raffles in the order of the site's answer. */
  let order: readonly string[] = [];
  let isCurrent = false;

  const hide = (name: string, isHidden: boolean) => {
    const found = part(name);
    if (found) found.hidden = isHidden;
  };
  const list = () => {
    const placed = ({ raffle }: StoredTicket) => (order.includes(raffle) ? order.indexOf(raffle) : order.length);
    return storedTickets().toSorted((one, other) => placed(one) - placed(other));
  };
  const say = (text = "") => {
    status.textContent = text;
    status.hidden = text === "";
  };

  function show(): void {
    const tickets = list();
    rows?.replaceChildren(...tickets.slice(0, most).map(rowOf));
    root.hidden = tickets.length === 0 && root.dataset.empty === undefined && status?.hidden !== false;
    hide("none", tickets.length > 0);
    hide("shared", tickets.length === 0);
    hide("all", tickets.length <= most);
  }

  function rowOf(ticket: StoredTicket): Node {
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
    write("mark", isCurrent ? seen.mark : "");
    // "Tonight" was said of its own day: an earlier answer stands with its time.
    const earlier = at ? `${at}: ${[seen.line, seen.next].filter(Boolean).join(" · ")}` : "";
    write("line", isCurrent ? seen.line : earlier);
    write("next", isCurrent ? seen.next : "");
    write("code", `${entryCode.slice(0, 4)} ${entryCode.slice(4)}`);
    const item = copy.firstElementChild as HTMLElement;
    if (isCurrent) item.dataset.state = seen.state;
    copy.querySelector("[data-part=forget]")?.addEventListener("click", () => {
      forgetEntry(raffle);
      say(root.dataset.forgotten);
      show();
      root.querySelector<HTMLElement>("[tabindex]")?.focus();
    });
    return copy;
  }

  async function ask(): Promise<void> {
    const asked = list().map(({ raffle, entryCode }) => ({ raffle, entryCode }));
    const tickets: Answer["tickets"][number][] = [];
    let gone = 0;
    for (let at = 0; at < asked.length; at += AT_ONCE) {
      const answer = await fetch(`/api/tickets?lang=${language}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ tickets: asked.slice(at, at + AT_ONCE) }),
      });
      if (!answer.ok) throw new Error(`The site answered ${answer.status}.`);
      const said = (await answer.json()) as Answer;
      tickets.push(...said.tickets);
      for (const { raffle } of said.gone) forgetEntry(raffle);
      gone += said.gone.length;
    }
    const at = new Date().toISOString();
    // For the offline page, which no request tells the visitor's choice.
    attempt(() => localStorage.setItem("language", language));
    for (const { raffle, name, shop, state, mark, line, next } of tickets) {
      storeSeen(raffle, { name, shop, state, mark, line, next, at } as SeenTicket);
    }
    order = tickets.map(({ raffle }) => raffle);
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
