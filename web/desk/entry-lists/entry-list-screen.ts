import type { RouterContextProvider } from "react-router";
import { CHANGE_MANY, CHANGE_RAFFLE } from "#src/access/audit/admit-change.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Decided } from "#src/earning/checked/decide-claims.ts";
import { tickRule } from "#src/earning/checked/tick-rule.ts";
import { deleteEntry } from "#src/entries/edit/delete-entry.ts";
import { listDeletions, undoDeletion } from "#src/entries/edit/undo-deletion.ts";
import { answerCookies, setCookies, siteContext } from "#src/http/page-context.ts";
import { formText } from "../../requests/form-text.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { loadEntryList } from "../listed-entries/listed-entries.ts";
import { COLUMNS_NAME, ENTRY, type ListView } from "./entry-list-names.ts";

export function listLoader(view: ListView) {
  const key = view === "cards" ? "desk:lists.drawDescription" : "desk:lists.masterDescription";
  return deskLoader(key, async (screen) => {
    const [list, held] = await Promise.all([
      loadEntryList(screen, { withSource: view === "table" }),
      listDeletions(screen.site.db, screen.scope, screen.site.clock),
    ]);
    return { view, list, held, columns: readColumns(screen.request, screen.context) };
  });
}

/** What was done: to one person's entry, or to how many of the chosen ones. */
type ListDone = { readonly firstName: string; readonly lastName: string } | Decided;

type ListRefusal = RefusalOf<typeof deleteEntry> | RefusalOf<typeof undoDeletion> | RefusalOf<typeof tickRule>;

type RefusalOf<Change extends (...given: never[]) => Promise<Outcome<unknown, unknown>>> = Extract<
  Awaited<ReturnType<Change>>,
  { readonly ok: false }
>["refusal"];

/**
 * Deletes an entry, undoes that, ticks or unticks a rule for the chosen entries, or keeps the chosen columns. The page
 * itself asks before it deletes, which works without JavaScript.
 */
export const listAction = deskAction({
  limitOf: (intent) => (intent === "tick" || intent === "untick" ? CHANGE_MANY : CHANGE_RAFFLE),
  read: (form) => ({
    entryCode: formText(form, "entryCode"),
    reason: formText(form, "reason"),
    ruleId: formText(form, "ruleId"),
    entryCodes: [...form.keys()].filter((name) => name.startsWith(ENTRY)).map((name) => name.slice(ENTRY.length)),
  }),
  change: async ({ context, deps, scope, form, intent, typed }): Promise<Outcome<ListDone | null, ListRefusal>> => {
    switch (intent) {
      case "delete":
        return deleteEntry(deps, scope, typed);
      case "undo":
        return undoDeletion(deps, scope, formText(form, "entryId"));
      case "tick":
      case "untick":
        return tickRule(deps, scope, { ...typed, isDone: intent === "tick" });
      case COLUMNS_NAME:
        keepColumns(context, form.getAll(COLUMNS_NAME).map(String));
        return accept(null);
      default:
        return accept(null);
    }
  },
});

/** What the master list shows of an entry beside its person's name: the columns of the specification, and two more. */
const USUAL_COLUMNS = ["contactInfo", "wishlist", "checklist", "validation", "drops", "entered"] as const;

/** All that can be chosen, in the table's order: also each part of the contact info, which makes rows of one line. */
const COLUMNS = [
  "contactInfo",
  "entryCode",
  "source",
  "email",
  "phone",
  "address",
  "wishlist",
  "checklist",
  "validation",
  "drops",
  "entered",
] as const;

export type Column = (typeof COLUMNS)[number];

export type ColumnChoice = readonly { readonly name: Column; readonly shown: boolean }[];

/** In seconds: 400 days, the longest that browsers store a cookie. */
const MAX_AGE_S = 400 * 24 * 3600;

/** Reads which columns this browser shows: those chosen in this request, or the cookie's, or the usual ones. */
function readColumns(request: Request, context: Readonly<RouterContextProvider>): ColumnChoice {
  const chosen = context.get(answerCookies).get(COLUMNS_NAME) ?? request.headers.get("cookie") ?? "";
  const stored = new RegExp(`(?:^|;)\\s*${COLUMNS_NAME}=([\\w.]+)`).exec(chosen)?.[1]?.split(".");
  const known = COLUMNS.filter((name) => stored?.includes(name));
  const shown: readonly Column[] = known.length > 0 ? known : USUAL_COLUMNS;
  return COLUMNS.map((name) => ({ name, shown: shown.includes(name) }));
}

/** Keeps the columns in this browser. Without any, the usual ones are shown again. */
function keepColumns(context: Readonly<RouterContextProvider>, chosen: readonly string[]): void {
  const names = COLUMNS.filter((name) => chosen.includes(name)).join(".");
  const secure = context.get(siteContext).config.origin.startsWith("https:") ? "; Secure" : "";
  const age = names === "" ? 0 : MAX_AGE_S;
  setCookies(context, [
    `${COLUMNS_NAME}=${names}; Path=/draw-masterlist; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  ]);
}
