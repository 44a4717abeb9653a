import { redirect } from "react-router";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type AddRefusal, addImport } from "#src/entries/import/add-import.ts";
import {
  discardImport,
  remapImport,
  takeImportFile,
  type UploadRefusal,
} from "#src/entries/import/files/import-file.ts";
import { IMPORT_LIMITS } from "#src/entries/import/limits.ts";
import { logContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { formText } from "../../requests/form-text.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { ImportEntries } from "./import-entries.tsx";
import { listOf, readMappingForm } from "./import-form.ts";
import { loadImportPage } from "./import-page.ts";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "messages"],
  maxUpload: IMPORT_LIMITS.bytes,
};

export const loader = deskLoader("desk:import.description", loadImportPage);

type Refused = AddRefusal | UploadRefusal | ChallengeRefusal;

/** Each step is a form: the organiser uploads a file, checks and maps it, then adds or discards it. */
export const action = deskAction({
  read: (form) => ({ termsAgreed: form.get("terms") === "on" }),
  change: async ({ context, url, deps, scope, form, intent, typed }): Promise<Outcome<Response, Refused>> => {
    const id = url.searchParams.get("file") ?? "";
    const show = (done: Outcome<string, Refused>) =>
      done.ok ? accept(redirect(`${url.pathname.replace(/\.data$/, "")}${done.value && `?file=${done.value}`}`)) : done;
    switch (intent) {
      case "upload":
        return show(await takeImportFile(deps, scope, await listOf(form)));
      case "discard":
        return show(await discardImport(deps, scope, id));
      case "check":
        return show(await remapImport(deps, scope, id, (raffle) => readMappingForm(form, raffle)));
      case "add": {
        const mapped = await remapImport(deps, scope, id, (raffle) => readMappingForm(form, raffle));
        if (!mapped.ok) return mapped;
        const onError = (err: unknown) => context.get(logContext).error({ err }, "entries could not be imported");
        const good = Number(formText(form, "good"));
        const added = await addImport({ ...deps, onError }, scope, id, { ...typed, good });
        return added.ok ? show(mapped) : added;
      }
      default:
        return refuse({ reason: "not-found" });
    }
  },
});

export default ImportEntries;
