import { groupedCode } from "#src/base/code-formats.ts";
import {
  forgetEntry,
  type RememberedEntry,
  rememberedEntries,
  type SaidTicket,
  storeSeen,
} from "../../inline/remembered-entries.ts";

type Answer = {
  readonly tickets: readonly (SaidTicket & { readonly entryCode: string })[];
  readonly gone: readonly { readonly entryCode: string }[];
};

const partOf = (root: Element, name: string) => root.querySelector<HTMLElement>(`[data-part=${name}]`);

function write(root: Element, name: string, text = ""): void {
  const part = partOf(root, name);
  if (part) [part.textContent, part.hidden] = [text, text === ""];
}

/**
 * Fills the box with the entries that this browser remembers and shows it; leaves it hidden where there are none. What
 * became of them is asked of the site. Without an answer the box says only what this browser knows.
 *
 * The page hears `forgotten` when this browser forgets one of them.
 *
 * @param erased whether an entry has just been erased: the page says so, and the site which one
 */
export function showRemembered(box: HTMLElement, erased = false): void {
  const raffle = box.dataset.remembered ?? "";
  const [list, model] = [partOf(box, "rows"), partOf(box, "row")];
  if (!list || !model) return;
  const rows = new Map(rememberedEntries(raffle).map((entry) => [entry, rowOf(entry)]));
  list.replaceChildren(model, ...rows.values());
  /** Whether the site said that one is erased of which the page says nothing. */
  let isGone = false;

  function rowOf(entry: RememberedEntry): HTMLElement {
    const row = model?.cloneNode(true) as HTMLElement;
    row.hidden = false;
    partOf(row, "view")?.setAttribute("href", `/raffle-entry/${raffle}/${entry.entryCode}`);
    partOf(row, "forget")?.addEventListener("click", () => {
      forget(entry);
      show();
      partOf(box, "joined")?.focus();
    });
    return row;
  }

  function forget(entry: RememberedEntry): void {
    forgetEntry(entry);
    rows.get(entry)?.remove();
    rows.delete(entry);
    box.dispatchEvent(new Event("forgotten"));
  }

  function show(answer?: Answer): void {
    const entries = [...rows.keys()];
    const several = entries.length > 1;
    for (const [{ entryCode }, row] of rows) {
      const said = answer?.tickets.find((ticket) => ticket.entryCode === entryCode);
      if (said) {
        row.dataset.whose = `${said.firstName} · `;
        write(row, "line", said.line);
      }
      const whose = (row.dataset.whose ?? "") + groupedCode(entryCode);
      write(row, "whose", several ? whose : "");
      for (const button of row.querySelectorAll(".button")) {
        button.ariaLabel = several ? `${button.textContent} (${whose})` : null;
      }
    }
    write(box, "code", several ? `${entries.length}` : groupedCode(entries[0]?.entryCode ?? ""));
    for (const [name, isShown] of Object.entries({
      ...{ one: !several, several, gone: isGone },
      ...{ joined: rows.size > 0, fold: rows.size > 0, hint: rows.size > 0 },
    })) {
      partOf(box, name)?.toggleAttribute("hidden", !isShown);
    }
    // On the form, several are folded: the next person of the family comes for its fields.
    const isFolded = several && box.dataset.driver === undefined;
    partOf(box, "unfold")?.toggleAttribute("hidden", !isFolded);
    if (!isFolded) partOf(box, "fold")?.setAttribute("open", "");
    box.hidden = entries.length === 0 && !isGone;
  }

  async function ask(): Promise<void> {
    const answer = await askTickets(raffle, [...rows.keys()]);
    for (const { entryCode } of answer.gone) {
      isGone = !erased;
      for (const entry of rows.keys()) if (entry.entryCode === entryCode) forget(entry);
    }
    show(answer);
  }

  if (!erased) show();
  // Without an answer nobody knows which one was erased: the box would say that it is still there.
  if (rows.size > 0) ask().catch(() => erased || show());
}

/** Asks the site what became of these entries, and stores it. A scanned code then offers them by first name. */
export async function askTickets(raffle: string, entries: readonly RememberedEntry[]): Promise<Answer> {
  const tickets = entries.map(({ entryCode }) => ({ raffle, entryCode }));
  const sent = await fetch(`/api/tickets?lang=${document.documentElement.lang}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tickets }),
  });
  const answer = (await sent.json()) as Answer;
  // A refusal has no lists, which throws.
  for (const entry of entries) {
    const said = answer.tickets.find(({ entryCode }) => entryCode === entry.entryCode);
    if (said) storeSeen(entry, said, answer.tickets.length > 1);
  }
  return answer;
}
