import type { PageHandle } from "#src/http/page-handle.ts";
import { EntryList } from "./entry-list.tsx";
import { listAction, listLoader } from "./entry-list-screen.ts";

export const handle: PageHandle = { hydrate: true, texts: ["desk", "raffles", "messages"] };

export const loader = listLoader("cards");

export const action = listAction;

/** A raffle's entries as cards, each folded to its name, code and state. */
export default EntryList;
