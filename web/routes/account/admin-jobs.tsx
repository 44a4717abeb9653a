import { data } from "react-router";
import { tryJobAgain } from "#src/access/background-work.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { showMoment } from "#src/i18n/format.ts";
import { listFailedJobs, listJobQueues } from "#src/jobs/job-log.ts";
import { ACCOUNT_HEADERS, adminFor } from "../../account.ts";
import { AdminJobs } from "../../components/admin/admin-jobs.tsx";
import { pageMeta } from "../../page-meta.ts";
import { adminPage } from "../../views/admin-page.ts";
import { attempt } from "../../views/attempt.ts";
import { formText } from "../../views/form-text.ts";
import { mailTrouble } from "../../views/mail-trouble.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/admin-jobs.ts";

export async function loader(args: Route.LoaderArgs) {
  await adminFor(args);
  const { site, language, page, meta } = adminPage(args);
  const shown = (moment: Date) => showMoment(moment, language, site.config.timeZone);
  const queues = await listJobQueues(site.db);
  const { jobs, more } = await listFailedJobs(site.db, page);
  return {
    queues: queues.map(({ lastDoneAt, ...queue }) => ({ ...queue, lastDone: lastDoneAt && shown(lastDoneAt) })),
    jobs: jobs.map(({ sentAt: _sentAt, failedAt, ...job }) => ({
      ...job,
      failed: shown(failedAt),
      trouble: mailTrouble(job.reason),
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

export const headers = () => ACCOUNT_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function AdminJobsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { meta: _meta, ...shown } = loaderData;
  return <AdminJobs {...shown} result={actionData ?? null} />;
}
