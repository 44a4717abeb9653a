import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { countRecipients, findDraft, listDrafts, listSentNews } from "#src/news/read.ts";
import { textFor } from "#src/news/rules.ts";
import { discardDraft, saveDraft, sendNews, sendTest, stopNews } from "#src/news/send-news.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import { formText } from "../../requests/form-text.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import { When } from "../../ui/when.tsx";
import { adminAction, adminLoader } from "../admin-screen.ts";
import type { Route } from "./+types/admin-news.route.ts";
import { NewsDraft } from "./news-draft.tsx";
import { NewsForm } from "./news-form.tsx";
import { newsIntent, readNewsForm, storedNewsForm } from "./read-news-form.ts";
import { SentNewsList } from "./sent-news-list.tsx";

export const handle: PageHandle = { forms: true };

export const loader = adminLoader(async ({ site, url, scope }) => {
  const { config, db, secret } = site;
  const canSend = config.smtp !== undefined;
  const id = url.searchParams.get("draft") ?? "";
  const draft = canSend && isId(id) ? await findDraft(db, scope, id) : null;
  const [drafts, sent] = await Promise.all([listDrafts(db, scope), listSentNews(db, scope)]);
  return {
    /** Without a mail server the page shows no buttons. */
    canSend,
    draft: draft && { id, texts: draft.texts, people: await countRecipients(db, scope, mailKeys(secret)) },
    values: storedNewsForm(draft?.texts),
    drafts,
    sent,
  };
});

export const action = adminAction({
  read: readNewsForm,
  change: async ({
    deps,
    scope,
    form,
    intent: pressed,
    typed,
  }): Promise<Outcome<Response | "discard" | "stop" | "test" | "send", Refusal<RefusalReason>>> => {
    const id = formText(form, "news");
    const intent = newsIntent(pressed);
    const mails = deps.config.smtp !== undefined;
    if (!mails && intent !== "discard" && intent !== "stop") return refuse({ reason: "mail-off" });
    switch (intent) {
      case "discard":
      case "stop":
      case "test":
      case "send": {
        const done = await {
          discard: () => discardDraft(deps, scope, id),
          stop: () => stopNews(deps, scope, id),
          test: () => sendTest(deps, scope, id),
          send: () => sendNews({ ...deps, keys: mailKeys(deps.secret) }, scope, id),
        }[intent]();
        return done.ok ? accept(intent) : done;
      }
      default: {
        const saved = await saveDraft(deps, scope, id || null, typed);
        // The redirect to a separate URL lets a person reload the page without repeating the action.
        return saved.ok ? accept(redirect(`/admin/news?draft=${saved.value}`, 303)) : saved;
      }
    }
  },
});

/** The screen on which an admin writes, previews and sends news, and sees the results. */
export default function AdminNews({ loaderData, actionData: result }: Route.ComponentProps) {
  const { canSend, draft, values, drafts, sent } = loaderData;
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const refusal = result?.refusal ?? null;
  const typed = refusal && result?.intent === "save" ? result.typed : null;
  const others = drafts.filter(({ id }) => id !== draft?.id);
  return (
    <>
      {result?.done && <Notice kind="success">{t(`news.done.${result.done}`)}</Notice>}
      {refusal && !typed && <RefusalNotice refusal={refusal} of={t("admin.failed")} />}
      {!canSend && <Notice kind="info">{t("news.mailOff")}</Notice>}
      {draft && !typed && <NewsDraft draft={draft} />}
      {/* Typed text stays on the screen even if the mail server was removed meanwhile. */}
      {(canSend || typed) && <NewsForm id={draft?.id ?? null} values={typed ?? values} refusal={refusal} />}
      {canSend && others.length > 0 && (
        <FormSection title={t("news.drafts")}>
          <ul className="account-list">
            {others.map(({ id, texts, createdAt }) => (
              <li key={id}>
                <a href={`/admin/news?draft=${id}`}>{textFor(texts, language).subject}</a>
                <When at={createdAt} />
              </li>
            ))}
          </ul>
        </FormSection>
      )}
      <SentNewsList sent={sent} />
    </>
  );
}
