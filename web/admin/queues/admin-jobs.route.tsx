import { data } from "react-router";
import { tryJobAgain } from "#src/admin/background-work.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { listFailedJobs, listJobQueues } from "#src/jobs/job-log.ts";
import { adminFor } from "../../requests/account.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { adminPage } from "../admin-page.ts";
import type { Route } from "./+types/admin-jobs.route.ts";
import { AdminJobs } from "./admin-jobs.tsx";
import { mailProblem } from "./mail-problem.ts";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  await adminFor(args);
  const { site, language, page, meta } = adminPage(args);
  const shown = (moment: Date) => formatTimestamp(moment, language, site.config.timeZone);
  const queues = await listJobQueues(site.db);
  const { jobs, more } = await listFailedJobs(site.db, page);
  return {
    queues: queues.map(({ lastDoneAt, ...queue }) => ({ ...queue, lastDone: lastDoneAt && shown(lastDoneAt) })),
    jobs: jobs.map(({ sentAt: _sentAt, failedAt, ...job }) => ({
      ...job,
      failed: shown(failedAt),
      trouble: mailProblem(job.reason),
    })),
    page,
    more,
    meta,
  };
}

export async function action(args: Route.ActionArgs) {
  const admin = await adminFor(args);
  const site = args.context.get(siteContext);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const outcome = await attempt(args.context, () => tryJobAgain(site, admin, formText(form, "job")));
  return outcome.ok
    ? data({ refusal: null })
    : data({ refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export default function AdminJobsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { meta: _meta, ...shown } = loaderData;
  return <AdminJobs {...shown} result={actionData ?? null} />;
}
