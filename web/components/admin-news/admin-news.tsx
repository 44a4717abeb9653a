import { useTranslation } from "react-i18next";
import type { ShownMoment } from "#src/i18n/format.ts";
import type { NewsFormValues, NewsIntent } from "../../views/news-form.ts";
import type { RefusalView } from "../../views/refusal-view.ts";
import { AdminHead } from "../admin/admin-head.tsx";
import { FormSection } from "../form-section.tsx";
import { Notice } from "../notice.tsx";
import { type DraftView, NewsDraft } from "./news-draft.tsx";
import { NewsForm } from "./news-form.tsx";
import { SentNewsList, type SentNewsView } from "./sent-news-list.tsx";
import "../account/account.css";
import "../admin/admin.css";

type AdminNewsProps = {
  /** Without a mail server there is nothing to press. */
  readonly canSend: boolean;
  /** The draft that is being looked at. */
  readonly draft: DraftView | null;
  readonly values: NewsFormValues;
  readonly drafts: readonly { readonly id: string; readonly subject: string; readonly at: ShownMoment }[];
  readonly sent: readonly SentNewsView[];
  readonly result: {
    readonly done: NewsIntent | null;
    /** What was typed and refused. */
    readonly values: NewsFormValues | null;
    readonly refusal: RefusalView | null;
  } | null;
};

/** Where an admin writes news, looks at it, sends it to whoever asked for it, and sees what became of it. */
export function AdminNews({ canSend, draft, values, drafts, sent, result }: AdminNewsProps) {
  const { t } = useTranslation(["accounts", "messages"]);
  const refusal = result?.refusal ?? null;
  const others = drafts.filter(({ id }) => id !== draft?.id);
  return (
    <>
      <AdminHead title={t("admin.newsLink")} />
      {result?.done && <Notice kind="success">{t(`news.done.${result.done}`)}</Notice>}
      {refusal && !result?.values && (
        <Notice kind="error">
          {[t("admin.failed"), ...refusal.summary.map(({ key }) => t(`messages:${key}`))].join(": ")}
        </Notice>
      )}
      {!canSend && <Notice kind="info">{t("news.mailOff")}</Notice>}
      {draft && !result?.values && <NewsDraft draft={draft} />}
      {/* What was typed while the mail server was taken away stays on the screen. */}
      {(canSend || result?.values) && (
        <NewsForm id={draft?.id ?? null} values={result?.values ?? values} refusal={refusal} />
      )}
      {canSend && others.length > 0 && (
        <FormSection title={t("news.drafts")}>
          <ul className="account-list">
            {others.map(({ id, subject, at }) => (
              <li key={id}>
                <a href={`/admin/news?draft=${id}`}>{subject}</a>
                <time dateTime={at.iso}>
                  {at.date}, {at.time}
                </time>
              </li>
            ))}
          </ul>
        </FormSection>
      )}
      <SentNewsList sent={sent} />
    </>
  );
}
