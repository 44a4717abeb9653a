import { importTemplate } from "#src/entries/import/files/template.ts";
import { visitorContext } from "#src/http/page-context.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { raffleOf } from "../../requests/raffle.ts";
import type { Route } from "./+types/import-template.route.ts";
import { csvFile } from "./csv-answer.ts";

/** An empty list for the raffle's slips. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const scope = organiserOf(args);
  const raffle = await raffleOf(args.context, scope.raffleId);
  const { language } = args.context.get(visitorContext);
  return csvFile(`${raffle.codeId}.csv`, importTemplate(raffle, language));
}
