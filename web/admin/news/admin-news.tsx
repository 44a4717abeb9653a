import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import { AdminHead } from "../admin-head.tsx";
import { type DraftView, NewsDraft } from "./news-draft.tsx";
import { NewsForm } from "./news-form.tsx";
import type { NewsFormValues, NewsIntent } from "./read-news-form.ts";
import { SentNewsList, type SentNewsView } from "./sent-news-list.tsx";
import "../../site/sign-in/account.css";
import "../admin.css";

type AdminNewsProps = {
  /** Without a mail server the page shows no buttons. */
  readonly canSend: boolean;
  /** The draft on the screen. */
  readonly draft: DraftView | null;
  readonly values: NewsFormValues;
  readonly drafts: readonly { readonly id: string; readonly subject: string; readonly at: FormattedTimestamp }[];
  readonly sent: readonly SentNewsView[];
  readonly result: {
    readonly done: NewsIntent | null;
    /** The typed values of a refused form. */
    readonly values: NewsFormValues | null;
    readonly refusal: RefusalView | null;
  } | null;
};

/** The screen on which an admin writes, previews and sends news, and sees the results. */
export function AdminNews({ canSend, draft, values, drafts, sent, result }: AdminNewsProps) {
  const { t } = useTranslation(["accounts", "messages"]);
  const refusal = result?.refusal ?? null;
  const others = drafts.filter(({ id }) => id !== draft?.id);
  return (
    <>
      <AdminHead title={t("admin.newsLink")} />
      {result?.done && <Notice kind="success">{t(`news.done.${result.done}`)}</Notice>}
      {refusal && !result?.values && <RefusalNotice refusal={refusal} of={t("admin.failed")} />}
      {!canSend && <Notice kind="info">{t("news.mailOff")}</Notice>}
      {draft && !result?.values && <NewsDraft draft={draft} />}
      {/* Typed text stays on the screen even if the mail server was removed meanwhile. */}
      {(canSend || result?.values) && (
        <NewsForm id={draft?.id ?? null} values={result?.values ?? values} refusal={refusal} />
      )}
      {canSend && others.length > 0 && (
        <FormSection title={t("news.drafts")}>
          <ul className="account-list">
            {others.map(({ id, subject, at }) => (
              <li key={id}>
                <a href={`/admin/news?draft=${id}`}>{subject}</a>
                <Moment at={at} />
              </li>
            ))}
          </ul>
        </FormSection>
      )}
      <SentNewsList sent={sent} />
    </>
  );
}
