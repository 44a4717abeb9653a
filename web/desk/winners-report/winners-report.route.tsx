import { data } from "react-router";
import { noteTaxes } from "#src/claims/report/note-taxes.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/winners-report.route.ts";
import { readTaxes } from "./tax-form.ts";
import { type TaxResult, WinnersReport } from "./winners-report.tsx";
import { loadReport } from "./winners-report-page.ts";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  return loadReport(args, scope);
}

export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const taxes = readTaxes(form);
  const outcome = await attempt(args.context, () => noteTaxes(args.context.get(siteContext), scope, taxes));
  if (outcome.ok) return data<TaxResult>({ saved: outcome.value, taxes: null, refusal: null });
  const refusal = refusalView(outcome.refusal);
  return data<TaxResult>({ saved: null, taxes, refusal }, refusalStatus(outcome.refusal));
}

export default function WinnersReportPage({ loaderData, actionData }: Route.ComponentProps) {
  return <WinnersReport report={loaderData} result={actionData ?? null} />;
}
