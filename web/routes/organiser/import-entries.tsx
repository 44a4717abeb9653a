import { data, redirect } from "react-router";
import { logContext, siteContext, visitorContext } from "#src/api/page-context.ts";
import { refuse } from "#src/base/outcome.ts";
import { addImport } from "#src/entries/import/add-import.ts";
import { discardImport, remapImport, takeImportFile } from "#src/entries/import/import-file.ts";
import { ImportEntries } from "../../components/import-entries/import-entries.tsx";
import { ORGANISER_HEADERS, organiserFor } from "../../organiser.ts";
import { pageMeta } from "../../page-meta.ts";
import { attempt } from "../../views/attempt.ts";
import { formText } from "../../views/form-text.ts";
import { listOf, readMappingForm } from "../../views/import-form.ts";
import { loadImportPage } from "../../views/import-page.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/import-entries.ts";

export const handle = { hydrate: true, texts: ["desk", "messages"] };

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  return data(await loadImportPage(args, scope), { headers: ORGANISER_HEADERS });
}

/** Each step is a form: a file is uploaded, looked at and mapped, then added or thrown away. */
export async function action(args: Route.ActionArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const { context, params, request } = args;
  const site = context.get(siteContext);
  const form = await readForm(request, context.get(visitorContext).language);
  const id = new URL(request.url).searchParams.get("file") ?? "";
  const screen = `/import-entries/${params.raffleCode}/${params.accessCode}`;
  const show = (file: string) => redirect(file ? `${screen}?file=${file}` : screen, { headers: ORGANISER_HEADERS });
  const termsAgreed = form.get("terms") === "on";
  const outcome = await attempt(context, async () => {
    switch (formText(form, "intent")) {
      case "upload":
        return takeImportFile(site, scope, await listOf(form));
      case "discard":
        return discardImport(site, scope, id);
      case "check":
        return remapImport(site, scope, id, (sources) => readMappingForm(form, sources));
      case "add": {
        const mapped = await remapImport(site, scope, id, (sources) => readMappingForm(form, sources));
        if (!mapped.ok) return mapped;
        const onError = (err: unknown) => context.get(logContext).error({ err }, "entries could not be imported");
        const given = { ...site, defaultRegion: site.config.defaultRegion, onError };
        const added = await addImport(given, scope, id, termsAgreed);
        return added.ok ? mapped : added;
      }
      default:
        return refuse({ reason: "not-found" } as const);
    }
  });
  if (outcome.ok) return show(outcome.value);
  const refusal = refusalView(outcome.refusal);
  return data({ refusal, termsAgreed }, { ...refusalStatus(outcome.refusal), headers: ORGANISER_HEADERS });
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function ImportEntriesPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return <ImportEntries page={loaderData} accessCode={params.accessCode} result={actionData ?? null} />;
}
