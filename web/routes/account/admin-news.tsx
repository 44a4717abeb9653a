import { data, redirect } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import type { RefusalReason } from "#src/api/refusals.ts";
import { isId } from "#src/base/ids.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { formatCount, showMoment } from "#src/i18n/format.ts";
import { newsKeys } from "#src/news/address-key.ts";
import { countRecipients, findDraft, listDrafts, listSentNews } from "#src/news/read.ts";
import { textFor } from "#src/news/rules.ts";
import { discardDraft, saveDraft, sendNews, sendTest, stopNews } from "#src/news/send-news.ts";
import { ACCOUNT_HEADERS, adminFor } from "../../account.ts";
import { AdminNews } from "../../components/admin-news/admin-news.tsx";
import { pageMeta } from "../../page-meta.ts";
import { adminPage } from "../../views/admin-page.ts";
import { attempt } from "../../views/attempt.ts";
import { formText } from "../../views/form-text.ts";
import { newsIntent, readNewsForm, storedNewsForm } from "../../views/news-form.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/admin-news.ts";

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, meta } = adminPage(args);
  const { config, db, secret } = site;
  const canSend = config.smtp !== undefined;
  const id = new URL(args.request.url).searchParams.get("draft") ?? "";
  const draft = canSend && isId(id) ? await findDraft(db, admin, id) : null;
  const [drafts, sent] = await Promise.all([listDrafts(db, admin), listSentNews(db, admin)]);
  const moment = (at: Date) => showMoment(at, language, config.timeZone);
  return {
    canSend,
    draft: draft && { id, texts: draft.texts, people: await countRecipients(db, admin, newsKeys(secret)) },
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
    if (intent === "send") return sendNews({ ...site, keys: newsKeys(site.secret) }, admin, id);
    return saveDraft(site, admin, id || null, values);
  });
  if (!outcome.ok) {
    const typed = intent === "save" ? values : null;
    return data({ done: null, values: typed, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  }
  // Told by an address of its own, the page can be loaded again without doing anything twice.
  if (intent === "save")
    return redirect(`/admin/news?draft=${outcome.value}`, { status: 303, headers: ACCOUNT_HEADERS });
  return data({ done: intent, values: null, refusal: null });
}

export const headers = () => ACCOUNT_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function AdminNewsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminNews {...loaderData} result={actionData ?? null} />;
}
