import { useTranslation } from "react-i18next";
import { formatCount, type ShownMoment } from "#src/i18n/format.ts";
import { usePageTexts } from "../../page-texts.tsx";
import type { MailTrouble } from "../../views/mail-trouble.ts";
import type { RefusalView } from "../../views/refusal-view.ts";
import { FormSection } from "../form-section.tsx";
import { Notice } from "../notice.tsx";
import { PageLinks } from "../page-links.tsx";
import { AdminHead } from "./admin-head.tsx";
import "../account/account.css";
import "./admin.css";

type QueueView = Readonly<Record<"waiting" | "active" | "failed", number>> & {
  readonly name: string;
  readonly lastDone: ShownMoment | null;
};

type JobView = {
  readonly id: string;
  readonly name: string;
  readonly failed: ShownMoment;
  readonly attempts: number;
  readonly reason: string;
  readonly trouble: MailTrouble | null;
};

type AdminJobsProps = {
  readonly queues: readonly QueueView[];
  /** Those that are not tried again by themselves. */
  readonly jobs: readonly JobView[];
  readonly page: number;
  readonly more: boolean;
  readonly result: { readonly refusal: RefusalView | null } | null;
};

/** What the site does in the background, how far it is, and what went wrong. */
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
          <div key={state}>
            <dt>{t(`jobList.state.${state}`)}</dt>
            <dd>{formatCount(queue[state], language)}</dd>
          </div>
        ))}
        <div>
          <dt>{t("jobList.lastDone")}</dt>
          <dd>
            {queue.lastDone ? (
              <time dateTime={queue.lastDone.iso}>
                {queue.lastDone.date}, {queue.lastDone.time}
              </time>
            ) : (
              t("jobList.notYet")
            )}
          </dd>
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
        <div>
          <dt>{t("jobList.failedAt")}</dt>
          <dd>
            <time dateTime={job.failed.iso}>{moment}</time>
          </dd>
        </div>
        <div>
          <dt>{t("mailList.tries")}</dt>
          <dd>{job.attempts}</dd>
        </div>
        <div>
          <dt>{t("mailList.reason")}</dt>
          <dd>
            {job.trouble && `${t(`mailList.trouble.${job.trouble}`)} `}
            <small>{job.reason}</small>
          </dd>
        </div>
      </dl>
      <form method="post">
        <input type="hidden" name="job" value={job.id} />
        <button type="submit" className="button" aria-label={t("jobList.retryOf", { name, moment })}>
          {t("jobList.retry")}
        </button>
      </form>
    </li>
  );
}
