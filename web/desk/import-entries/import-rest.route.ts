import { badLinesFile } from "#src/entries/import/files/bad-lines-file.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import type { Route } from "./+types/import-rest.route.ts";
import { csvFile } from "./csv-answer.ts";

/** The wrong lines of a waiting file, with what to mend. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const scope = organiserOf(args);
  const site = args.context.get(siteContext);
  const { language, address } = args.context.get(visitorContext);
  const id = new URL(args.request.url).searchParams.get("file") ?? "";
  const deps = { ...site, address, solution: "", defaultRegion: site.config.defaultRegion };
  const file = await badLinesFile(deps, scope, id, language);
  if (!file.ok) throw refusalPage(args.context, file.refusal);
  return csvFile(file.value.name, file.value.csv);
}
