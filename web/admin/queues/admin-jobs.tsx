import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { AdminHead } from "../admin-head.tsx";
import type { MailProblem } from "./mail-problem.ts";
import "../../site/sign-in/account.css";
import "../admin.css";

type QueueView = Readonly<Record<"waiting" | "active" | "failed", number>> & {
  readonly name: string;
  readonly lastDone: FormattedTimestamp | null;
};

type JobView = {
  readonly id: string;
  readonly name: string;
  readonly failed: FormattedTimestamp;
  readonly attempts: number;
  readonly reason: string;
  readonly trouble: MailProblem | null;
};

type AdminJobsProps = {
  readonly queues: readonly QueueView[];
  /** Failed jobs that the site does not retry by itself. */
  readonly jobs: readonly JobView[];
  readonly page: number;
  readonly more: boolean;
  readonly result: { readonly refusal: RefusalView | null } | null;
};

/** The site's background jobs: their progress and errors. */
export function AdminJobs({ queues, jobs, page, more, result }: AdminJobsProps) {
  const { t } = useTranslation(["accounts", "messages"]);
  const reasons = result?.refusal?.summary.map(({ key }) => t(`messages:${key}`)) ?? [];
  return (
    <>
      <AdminHead title={t("admin.jobsLink")} />
      {result && !result.refusal && <Notice kind="success">{t("jobList.again")}</Notice>}
      {result?.refusal && <Notice kind="error">{[t("admin.failed"), ...reasons].join(": ")}</Notice>}
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

function QueueItem({ queue }: { readonly queue: QueueView }) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  return (
    <li>
      <h3>{t(`jobList.name.${queue.name}`, { defaultValue: queue.name })}</h3>
      <dl className="account-facts">
        {(["waiting", "active", "failed"] as const).map((state) => (
          <Fact key={state} label={t(`jobList.state.${state}`)} value={formatCount(queue[state], language)} />
        ))}
        <div>
          <dt>{t("jobList.lastDone")}</dt>
          <dd>{queue.lastDone ? <Moment at={queue.lastDone} /> : t("jobList.notYet")}</dd>
        </div>
      </dl>
    </li>
  );
}

function JobItem({ job }: { readonly job: JobView }) {
  const { t } = useTranslation("accounts");
  const name = t(`jobList.name.${job.name}`, { defaultValue: job.name });
  const moment = `${job.failed.date}, ${job.failed.time}`;
  return (
    <li>
      <h3>{name}</h3>
      <dl className="account-facts">
        <Fact label={t("jobList.failedAt")} value={<time dateTime={job.failed.iso}>{moment}</time>} />
        <Fact label={t("mailList.column.tries")} value={job.attempts} />
        <div>
          <dt>{t("mailList.column.reason")}</dt>
          <dd>
            {job.trouble && `${t(`mailList.trouble.${job.trouble}`)} `}
            <small>{job.reason}</small>
          </dd>
        </div>
      </dl>
      <form method="post">
        <input type="hidden" name="job" value={job.id} />
        <Submit label={t("jobList.retry")} aria-label={t("jobList.retryOf", { name, moment })} />
      </form>
    </li>
  );
}
