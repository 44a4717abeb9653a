import { data } from "react-router";
import { proveEntrant } from "#src/access/entrant.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { EntryView } from "#src/entries/entry-view.ts";
import { mailCodeAgain } from "#src/entries/mails/mail-code.ts";
import { readEntry } from "#src/entries/read.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import { attempt } from "../../requests/attempt.ts";
import { countedVisitor } from "../../requests/counted-visitor.ts";
import { formText } from "../../requests/form-text.ts";
import type { PageRequestOf } from "../../requests/page-request.ts";
import { readForm } from "../../requests/posted-form.ts";
import { type RefusalView, refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";

type FoundEntry = Pick<EntryView["entry"], "entryCode" | "firstName" | "lastName">;

/** What came of one of the page's two forms: the entry of a code, or a code that is mailed. */
export type SearchResult = {
  readonly intent: "search" | "mail-code";
  readonly typed: string;
  readonly found: FoundEntry | null;
  readonly refusal: RefusalView | null;
};

/** Looks an entry up by its code, or mails a lost code. */
export async function actOnSearch(args: PageRequestOf<{ readonly raffleId: string }>) {
  const { context, params, request } = args;
  const { language } = context.get(visitorContext);
  const form = await readForm(request, language);
  const isLost = formText(form, "intent") === "mail-code";
  const intent = isLost ? ("mail-code" as const) : ("search" as const);
  const typed = formText(form, isLost ? "email" : "entryCode");
  const outcome = await attempt<FoundEntry | null, Refusal<RefusalReason>>(
    context,
    async () => {
      if (!isLost) return findEntry(args, typed);
      const { db } = context.get(siteContext);
      const mailed = await mailCodeAgain(
        { db, ...countedVisitor(context, form) },
        { raffle: params.raffleId, email: typed, language },
      );
      return mailed.ok ? accept(null) : mailed;
    },
    form,
  );
  if (!outcome.ok) {
    const refused: SearchResult = { intent, typed, found: null, refusal: refusalView(outcome.refusal) };
    return data(refused, refusalStatus(outcome.refusal));
  }
  return { intent, typed, found: outcome.value, refusal: null } satisfies SearchResult;
}

async function findEntry(
  { params, context }: PageRequestOf<{ readonly raffleId: string }>,
  typed: string,
): Promise<Outcome<FoundEntry, Refusal<RefusalReason>>> {
  const { db, entryAttempts } = context.get(siteContext);
  const { address, solution } = context.get(visitorContext);
  if (typed.trim() === "") {
    return refuse({ reason: "invalid-fields", fields: { entryCode: [{ key: "entryCodeRequired" }] } });
  }
  const raffleId = await findRaffleId(db, params.raffleId);
  if (!raffleId) return refuse({ reason: "raffle-not-found" });
  const scope = await proveEntrant({ reader: db, entryAttempts, address, solution }, { entryCode: typed, raffleId });
  if (!scope.ok) return scope;
  const found = await readEntry(db, scope.value);
  if (!found) return refuse({ reason: "entry-not-found" });
  const { entryCode, firstName, lastName } = found.entry;
  return accept({ entryCode, firstName, lastName });
}
