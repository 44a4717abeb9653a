import type { PageHandle } from "#src/http/page-handle.ts";
import { EntryList } from "./entry-list.tsx";
import { listAction, listLoader } from "./entry-list-screen.ts";

export const handle: PageHandle = { forms: true };

export const loader = listLoader("table");

export const action = listAction;

/** A raffle's entries as one table, to compare and to export. */
export default EntryList;
