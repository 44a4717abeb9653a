import type { RouterContextProvider } from "react-router";
import type { StaffScope } from "#src/access/scope.ts";
import { eachPersonField, type PersonDetails } from "#src/entries/fields.ts";
import type { AddedEntry, PaperSlip } from "#src/entries/paper/add-paper-entry.ts";
import { paperSources } from "#src/entries/paper/paper-sources.ts";
import { newEntryCode } from "#src/entries/submit/submission.ts";
import { readTypedMail } from "#src/entries/typed/read.ts";
import { mostInMailing } from "#src/entries/typed/rules.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { formText } from "../../requests/form-text.ts";
import { raffleOf } from "../../requests/raffle.ts";
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
  const raffle = await raffleOf(context, scope.raffleId);
  const { codeId, name, open, rules } = raffle;
  const { language } = context.get(visitorContext);
  const { typedMail } = await readTypedMail(context.get(siteContext).db, scope.raffleId);
  return {
    typedMail: { who: typedMail, most: mostInMailing(typedMail) },
    codeId,
    name,
    open,
    rules,
    sources: paperSources(raffle),
    entryCode: newEntryCode(),
    meta: {
      path: "add-entry",
      description: translate(language, { key: "claims:helpers.add.description" }),
      ...partOfRaffle({ codeId, name }),
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
