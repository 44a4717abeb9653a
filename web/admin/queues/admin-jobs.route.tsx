import { useTranslation } from "react-i18next";
import { tryJobAgain } from "#src/admin/background-work.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { type FailedJob, type JobQueue, listFailedJobs, listJobQueues } from "#src/jobs/job-log.ts";
import { usePageTexts, useWholeTimes } from "../../page/page-texts.tsx";
import { formText } from "../../requests/form-text.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { FormSection, Notice, RefusalNotice } from "../../ui/page-parts.tsx";
import { When } from "../../ui/when.tsx";
import { adminAction, adminLoader } from "../admin-screen.ts";
import type { Route } from "./+types/admin-jobs.route.ts";
import { mailProblem } from "./mail-problem.ts";

export const handle: PageHandle = { forms: true };

export const loader = adminLoader(async ({ site, page }) => ({
  queues: await listJobQueues(site.db),
  ...(await listFailedJobs(site.db, page)),
  page,
}));

export const action = adminAction({
  read: (form) => ({ job: formText(form, "job") }),
  change: ({ deps, scope, typed }) => tryJobAgain(deps, scope, typed.job),
});

/** The site's background jobs: their progress, and those that failed and are not retried. */
export default function AdminJobs({ loaderData, actionData: result }: Route.ComponentProps) {
  const { queues, jobs, page, more } = loaderData;
  const { t } = useTranslation("accounts");
  return (
    <>
      {result && !result.refusal && <Notice kind="success">{t("jobList.again")}</Notice>}
      {result?.refusal && <RefusalNotice refusal={result.refusal} of={t("admin.failed")} />}
      <FormSection title={t("jobList.queues")}>
        <ul className="account-list">
          {queues.map((queue) => (
            <QueueItem key={queue.name} queue={queue} />
          ))}
        </ul>
      </FormSection>
      <FormSection title={t("jobList.failed")} hint={t("jobList.failedHint")}>
        {jobs.length === 0 && <p>{t("jobList.noneFailed")}</p>}
        <ul className="account-list">
          {jobs.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
        </ul>
        <PageLinks page={page} more={more} />
      </FormSection>
    </>
  );
}

function QueueItem({ queue }: { readonly queue: JobQueue }) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  return (
    <li>
      <h3>{t(`jobList.name.${queue.name}`, { defaultValue: queue.name })}</h3>
      <dl className="account-facts">
        {(["waiting", "active", "failed"] as const).map((state) => (
          <Fact key={state} label={t(`jobList.state.${state}`)} value={formatCount(queue[state], language)} />
        ))}
        <Fact
          label={t("jobList.lastDone")}
          value={queue.lastDoneAt ? <When at={queue.lastDoneAt} /> : t("jobList.notYet")}
        />
      </dl>
    </li>
  );
}

function JobItem({ job: { id, name: kind, failedAt, attempts, reason } }: { readonly job: FailedJob }) {
  const { t } = useTranslation("accounts");
  const moment = useWholeTimes()(failedAt);
  const name = t(`jobList.name.${kind}`, { defaultValue: kind });
  const problem = mailProblem(reason);
  return (
    <li>
      <h3>{name}</h3>
      <dl className="account-facts">
        <Fact label={t("jobList.failedAt")} value={<When at={failedAt} />} />
        <Fact label={t("mailList.column.tries")} value={attempts} />
        <div>
          <dt>{t("mailList.column.reason")}</dt>
          <dd>
            {problem && `${t(`mailList.problem.${problem}`)} `}
            <small>{reason}</small>
          </dd>
        </div>
      </dl>
      <form method="post">
        <input type="hidden" name="job" value={id} />
        <Submit label={t("jobList.retry")} aria-label={t("jobList.retryOf", { name, moment })} />
      </form>
    </li>
  );
}
