import { data, redirect } from "react-router";
import { isId } from "#src/base/ids.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { countRecipients, findDraft, listDrafts, listSentNews } from "#src/news/read.ts";
import { textFor } from "#src/news/rules.ts";
import { discardDraft, saveDraft, sendNews, sendTest, stopNews } from "#src/news/send-news.ts";
import { adminFor } from "../../requests/account.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { adminPage } from "../admin-page.ts";
import type { Route } from "./+types/admin-news.route.ts";
import { AdminNews } from "./admin-news.tsx";
import { newsIntent, readNewsForm, storedNewsForm } from "./read-news-form.ts";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, meta } = adminPage(args);
  const { config, db, secret } = site;
  const canSend = config.smtp !== undefined;
  const id = new URL(args.request.url).searchParams.get("draft") ?? "";
  const draft = canSend && isId(id) ? await findDraft(db, admin, id) : null;
  const [drafts, sent] = await Promise.all([listDrafts(db, admin), listSentNews(db, admin)]);
  const moment = (at: Date) => formatTimestamp(at, language, config.timeZone);
  return {
    canSend,
    draft: draft && { id, texts: draft.texts, people: await countRecipients(db, admin, mailKeys(secret)) },
    values: storedNewsForm(draft?.texts),
    drafts: drafts.map(({ id, texts, createdAt }) => ({
      id,
      subject: textFor(texts, language).subject,
      at: moment(createdAt),
    })),
    sent: sent.map(({ id, texts, actor, state, begunAt, createdAt, ...numbers }) => ({
      id,
      subject: textFor(texts, language).subject,
      actor,
      at: moment(begunAt ?? createdAt),
      isOnItsWay: state === "filling" || (state === "filled" && numbers.waiting > 0),
      isStopped: state === "stopped",
      numbers: Object.entries(numbers)
        .filter(([name, count]) => count > 0 || name === "people" || name === "sent")
        .map(([name, count]) => ({ name: name as keyof typeof numbers, count: formatCount(count, language) })),
    })),
    meta,
  };
}

export async function action(args: Route.ActionArgs) {
  const admin = await adminFor(args);
  const site = args.context.get(siteContext);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const id = formText(form, "news");
  const intent = newsIntent(formText(form, "intent"));
  const values = readNewsForm(form);
  const outcome = await attempt(args.context, (): Promise<Outcome<unknown, Refusal<RefusalReason>>> => {
    if (intent === "discard") return discardDraft(site, admin, id);
    if (intent === "stop") return stopNews(site, admin, id);
    if (!site.config.smtp) return Promise.resolve(refuse({ reason: "mail-off" } as const));
    if (intent === "test") return sendTest(site, admin, id);
    if (intent === "send") return sendNews({ ...site, keys: mailKeys(site.secret) }, admin, id);
    return saveDraft(site, admin, id || null, values);
  });
  if (!outcome.ok) {
    const typed = intent === "save" ? values : null;
    return data({ done: null, values: typed, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  }
  // The redirect to a separate URL lets a person reload the page without repeating the action.
  if (intent === "save") return redirect(`/admin/news?draft=${outcome.value}`, 303);
  return data({ done: intent, values: null, refusal: null });
}

export default function AdminNewsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminNews {...loaderData} result={actionData ?? null} />;
}
