import { data, redirect } from "react-router";
import { refuse } from "#src/base/outcome.ts";
import { type AddRefusal, addImport } from "#src/entries/import/add-import.ts";
import {
  discardImport,
  remapImport,
  takeImportFile,
  type UploadRefusal,
} from "#src/entries/import/files/import-file.ts";
import { IMPORT_LIMITS } from "#src/entries/import/limits.ts";
import { logContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { attempt } from "../../requests/attempt.ts";
import { countedVisitor } from "../../requests/counted-visitor.ts";
import { formText } from "../../requests/form-text.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/import-entries.route.ts";
import { ImportEntries } from "./import-entries.tsx";
import { listOf, readMappingForm } from "./import-form.ts";
import { loadImportPage } from "./import-page.ts";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "messages"],
  maxUpload: IMPORT_LIMITS.bytes,
};

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  return loadImportPage(args, scope);
}

/** Each step is a form: the organiser uploads a file, checks and maps it, then adds or discards it. */
export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
  const { context, params, request } = args;
  const form = await readForm(request, context.get(visitorContext).language);
  const site = { ...context.get(siteContext), ...countedVisitor(context, form) };
  const intent = formText(form, "intent");
  const id = new URL(request.url).searchParams.get("file") ?? "";
  const screen = `/import-entries/${params.raffleCode}/${params.accessCode}`;
  const show = (file: string) => redirect(file ? `${screen}?file=${file}` : screen);
  const termsAgreed = form.get("terms") === "on";
  const good = Number(formText(form, "good"));
  const outcome = await attempt<string, AddRefusal | UploadRefusal | ChallengeRefusal>(context, async () => {
    switch (intent) {
      case "upload":
        return takeImportFile(site, scope, await listOf(form));
      case "discard":
        return discardImport(site, scope, id);
      case "check":
        return remapImport(site, scope, id, (raffle) => readMappingForm(form, raffle));
      case "add": {
        const mapped = await remapImport(site, scope, id, (raffle) => readMappingForm(form, raffle));
        if (!mapped.ok) return mapped;
        const onError = (err: unknown) => context.get(logContext).error({ err }, "entries could not be imported");
        const deps = { ...site, defaultRegion: site.config.defaultRegion, onError };
        const added = await addImport(deps, scope, id, { good, termsAgreed });
        return added.ok ? mapped : added;
      }
      default:
        return refuse({ reason: "not-found" } as const);
    }
  });
  if (outcome.ok) return show(outcome.value);
  const refusal = refusalView(outcome.refusal);
  return data({ refusal, termsAgreed, intent }, refusalStatus(outcome.refusal));
}

export default function ImportEntriesPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return <ImportEntries page={loaderData} accessCode={params.accessCode} result={actionData ?? null} />;
}
