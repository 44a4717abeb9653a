import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { confirmTicks } from "#src/earning/checked/confirm-ticks.ts";
import { type AddRefusal, addImport } from "#src/entries/import/add-import.ts";
import {
  discardImport,
  remapImport,
  takeImportFile,
  type UploadRefusal,
} from "#src/entries/import/files/import-file.ts";
import { IMPORT_LIMITS } from "#src/entries/import/limits.ts";
import { IMPORT_FIELDS, type ImportField, type ImportMapping, readMapping } from "#src/entries/import/mapping.ts";
import { previewImport } from "#src/entries/import/preview.ts";
import { findImport, listImports, type StoredImport } from "#src/entries/import/read.ts";
import { organiserSources } from "#src/entries/paper/paper-sources.ts";
import { logContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { tickable } from "#src/raffles/proof/ways.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { fieldId } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { toSameScreen } from "../../requests/same-screen.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { typedMailView } from "../typed-mail-view.ts";
import { ImportEntries } from "./import-entries.tsx";
import { columnField, tickField } from "./import-preview.tsx";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "messages"],
  maxUpload: IMPORT_LIMITS.bytes,
};

/** The raffle, its stored files, and the file in the URL. */
export const loader = deskLoader("desk:import.description", async ({ context, url, site, scope, raffle }) => {
  const { db, config } = site;
  const asked = url.searchParams.get("file");
  const current = asked === null ? null : await findImport(db, scope, asked);
  const stored = await listImports(db, scope);
  const waits = current && raffle.open && current.state !== "adding" && current.state !== "added";
  const { defaultRegion } = config;
  const { address } = context.get(visitorContext);
  const preview = waits ? await previewImport({ db, defaultRegion, address }, scope, raffle, current) : null;
  return {
    typedMail: await typedMailView(site, scope.raffleId),
    raffle: {
      codeId: raffle.codeId,
      name: raffle.name,
      open: raffle.open,
      sources: organiserSources(raffle),
      rules: tickable(raffle.rules).map(({ id, number, details }) => ({ id, number, details })),
    },
    stored: stored.filter(({ id, state }) => state !== "added" && id !== current?.id).map(storedView),
    gone: asked !== null && !current,
    current: current && storedView(current),
    preview,
  };
});

/** Where the screen says what a check found. */
const FOUND = `#${fieldId("lines")}`;

type Refused = AddRefusal | UploadRefusal | ChallengeRefusal;

/** Each step is a form: the organiser uploads a file, checks and maps it, then adds or discards it. */
export const action = deskAction({
  // Reading a list has one of its own. A page with a chosen file cannot be sent again by a page with a puzzle.
  limitOf: () => null,
  puzzlePage: false,
  read: (form) => ({ termsAgreed: form.get("terms") === "on" }),
  change: async ({ context, url, deps, scope, form, intent, typed }): Promise<Outcome<Response, Refused>> => {
    const id = url.searchParams.get("file") ?? "";
    const screen = url.pathname.replace(/\.data$/, "");
    const show = (done: Outcome<string, Refused>, part = "") =>
      done.ok ? accept(toSameScreen(`${screen}${done.value && `?file=${done.value}`}${part}`)) : done;
    switch (intent) {
      case "upload":
        return show(await takeImportFile(deps, scope, await listOf(form)));
      case "discard":
        return show(await discardImport(deps, scope, id));
      case "check":
        return show(await remapImport(deps, scope, id, (raffle) => readMappingForm(form, raffle)), FOUND);
      case "add": {
        const mapped = await remapImport(deps, scope, id, (raffle) => readMappingForm(form, raffle));
        if (!mapped.ok) return mapped;
        const onError = (err: unknown) => context.get(logContext).error({ err }, "entries could not be imported");
        const good = Number(formText(form, "good"));
        const added = await addImport({ ...deps, confirmTicks, onError }, scope, id, { ...typed, good });
        return added.ok ? show(mapped) : added;
      }
      default:
        return refuse({ reason: "not-found" });
    }
  },
});

export default ImportEntries;

function storedView({ id, fileName, state, linesDone, linesTotal, linesLeft, leftId, error }: StoredImport) {
  return { id, fileName, state, linesDone, linesTotal, linesLeft, leftId, error };
}

/** Reads the organiser's settings for reading a file. */
function readMappingForm(form: FormData, raffle: Pick<PublicRaffle, "sources" | "rules">): ImportMapping {
  const columns = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, formText(form, columnField(field))]));
  return readMapping(
    {
      columns: columns as Record<ImportField, string>,
      header: form.get("header") === "on",
      linesAbove: Number(formText(form, "linesAbove")),
      source: formText(form, "source"),
      rules: Object.fromEntries(tickable(raffle.rules).map(({ id }) => [id, formText(form, tickField(id))])),
      everyRule: form.get("everyRule") === "on",
    },
    raffle,
  );
}

/** The chosen file. A form without one sends an empty file without a name. */
async function listOf(form: FormData): Promise<{ name: string; bytes: Uint8Array } | null> {
  const file = form.get("csv");
  if (!(file instanceof File) || file.name === "") return null;
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
