import type { RouterContextProvider } from "react-router";
import { accept } from "#src/base/outcome.ts";
import { tickRule } from "#src/earning/checked/tick-rule.ts";
import { answerCookies, setCookies, siteContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText } from "../../requests/form-text.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { loadEntryList } from "../listed-entries/listed-entries.ts";
import { COLUMNS_NAME, MasterList } from "./master-list.tsx";

export const handle: PageHandle = { forms: true };

/** Before the code of a chosen entry, in the name of its box. */
const ENTRY = "entry.";

export const loader = deskLoader("desk:lists.masterDescription", async (screen) => ({
  list: await loadEntryList(screen, { withSource: true }),
  columns: readColumns(screen.request, screen.context),
}));

/** Keeps the chosen columns, or ticks or unticks a rule for the chosen entries. */
export const action = deskAction({
  read: (form) => ({
    ruleId: formText(form, "ruleId"),
    reason: formText(form, "reason"),
    entryCodes: [...form.keys()].filter((name) => name.startsWith(ENTRY)).map((name) => name.slice(ENTRY.length)),
  }),
  change: async ({ context, deps, scope, form, intent, typed }) => {
    if (intent !== COLUMNS_NAME) return tickRule(deps, scope, { ...typed, isDone: intent === "tick" });
    keepColumns(context, form.getAll(COLUMNS_NAME).map(String));
    return accept(null);
  },
});

export default MasterList;

/** What the master list shows of an entry beside its person's name: the columns of the specification, and two more. */
const USUAL_COLUMNS = ["contactInfo", "wishlist", "checklist", "validation", "drops", "entered"] as const;

/** All that can be chosen, in the table's order: also each piece of the contact info, which makes rows of one line. */
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

type Column = (typeof COLUMNS)[number];

type ColumnChoice = readonly { readonly name: Column; readonly shown: boolean }[];

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
