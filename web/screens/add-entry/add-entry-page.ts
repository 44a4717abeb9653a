import type { RouterContextProvider } from "react-router";
import type { StaffScope } from "#src/access/scope.ts";
import { eachPersonField, type PersonDetails } from "#src/entries/fields.ts";
import { type AddedEntry, type PaperSlip, paperSources } from "#src/entries/paper/add-paper-entry.ts";
import { newEntryCode } from "#src/entries/submit/submission.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { formText } from "../../requests/form-text.ts";
import { ORGANISER_HEADERS } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";

/** A slip as the form holds it. */
export type SlipValues = PaperSlip & {
  readonly body: PersonDetails & { readonly entryCode: string; readonly rules: readonly string[] };
};

/** A slip that was sent: added, or refused. */
export type AddEntryResult = {
  readonly added: AddedEntry | null;
  readonly slip: SlipValues;
  readonly refusal: RefusalView | null;
};

/** Loads the form, with a code for the next slip: the same slip sent twice is added once. */
export async function loadAddEntry(context: Readonly<RouterContextProvider>, scope: StaffScope<"add-entries">) {
  const { db, config } = context.get(siteContext);
  const raffle = await findRaffle(db, scope.raffleId);
  if (!raffle) throw refusalPage(context, { reason: "raffle-not-found" }, ORGANISER_HEADERS);
  const { codeId, name, open, rules } = raffle;
  const { language } = context.get(visitorContext);
  return {
    codeId,
    name,
    open,
    rules,
    sources: paperSources(raffle),
    entryCode: newEntryCode(),
    meta: {
      path: "add-entry",
      subject: name,
      productName: config.productName,
      origin: config.origin,
      canonicalPath: `/raffle/${codeId}`,
      description: translate(language, { key: "claims:helpers.add.description" }),
      listed: false,
    },
  };
}

export type AddEntryView = Awaited<ReturnType<typeof loadAddEntry>>;

/** Reads the form of a slip. */
export function readSlip(form: FormData): SlipValues {
  return {
    body: {
      ...eachPersonField((name) => formText(form, name)),
      entryCode: formText(form, "entryCode"),
      rules: form.getAll("rules").filter((rule) => typeof rule === "string"),
    },
    source: formText(form, "source"),
    termsAgreed: formText(form, "terms") !== "",
  };
}
