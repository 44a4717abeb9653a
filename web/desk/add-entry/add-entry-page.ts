import type { StaffScope } from "#src/access/scope.ts";
import { eachPersonField, type PersonDetails } from "#src/entries/fields.ts";
import type { PaperSlip } from "#src/entries/paper/add-paper-entry.ts";
import { paperSources } from "#src/entries/paper/paper-sources.ts";
import { newEntryCode } from "#src/entries/submit/submission.ts";
import { formText } from "../../requests/form-text.ts";
import type { DeskScreen } from "../desk-screen.ts";
import { typedMailView } from "../typed-mail-view.ts";

/** A slip as the form holds it. */
export type SlipValues = PaperSlip & {
  readonly body: PersonDetails & { readonly entryCode: string; readonly rules: readonly string[] };
};

/** Loads the form, with a code for the next slip: the same slip sent twice is added once. */
export async function loadAddEntry({ site, raffle }: DeskScreen<StaffScope<"add-entries">>) {
  const { id, codeId, name, open, rules } = raffle;
  return {
    typedMail: await typedMailView(site, id),
    codeId,
    name,
    open,
    rules,
    sources: paperSources(raffle),
    entryCode: newEntryCode(),
  };
}

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
