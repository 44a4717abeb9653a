import { data } from "react-router";
import { sendFailedMailsAgain, sendMailAgain } from "#src/admin/background-work.ts";
import { setMailTyped } from "#src/admin/site-settings.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { readMailTyped } from "#src/entries/typed/read.ts";
import { MAIL_TYPED } from "#src/entries/typed/rules.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { countKinds, countUnsentMails, listMails } from "#src/mail/read.ts";
import { adminFor } from "../../requests/account.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { adminPage } from "../admin-page.ts";
import type { Route } from "./+types/admin-mails.route.ts";
import { AdminMails } from "./admin-mails.tsx";
import { mailProblem } from "./mail-problem.ts";
import { isCounted, shownState } from "./mail-states.ts";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  await adminFor(args);
  const { site, language, page, meta } = adminPage(args);
  const asked = new URL(args.request.url).searchParams.get("state");
  const shown = (moment: Date) => formatTimestamp(moment, language, site.config.timeZone);
  return inSnapshot(site.db, async (reader) => {
    const counts = await countUnsentMails(reader);
    const state = shownState(asked, counts);
    const { mails, more } = await listMails(reader, { state, page });
    return {
      sendsMail: site.config.smtp !== undefined,
      counts,
      state,
      kinds: isCounted(state) ? await countKinds(reader, state) : [],
      mailTyped: await readMailTyped(reader),
      mails: mails.map(({ id, kind, codeId, userId, language, attempts, lastError, createdAt, sentAt }) => {
        const trouble = mailProblem(lastError);
        const moments = { written: shown(createdAt), sent: sentAt && shown(sentAt) };
        return { id, kind, codeId, ofAccount: userId !== null, language, attempts, lastError, trouble, ...moments };
      }),
      page,
      more,
      meta,
    };
  });
}

/** How many mails were queued again, or that the switch was saved. */
type Done = number | "saved" | null;

export async function action(args: Route.ActionArgs) {
  const admin = await adminFor(args);
  const site = args.context.get(siteContext);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const outcome = await attempt(args.context, async (): Promise<Outcome<Done, Refusal<"mail-not-found">>> => {
    switch (formText(form, "intent")) {
      case "again": {
        const sent = await sendMailAgain(site, admin, formText(form, "mail"));
        return sent.ok ? accept(1) : sent;
      }
      case "all-failed":
        return accept(await sendFailedMailsAgain(site, admin));
      case "mail-typed": {
        const chosen = formText(form, "mailTyped");
        const mailTyped = MAIL_TYPED.find((one) => one === chosen);
        if (mailTyped) await setMailTyped(site, admin, mailTyped);
        return accept(mailTyped ? "saved" : null);
      }
      default:
        return accept(null);
    }
  });
  if (!outcome.ok) {
    return data({ again: null, saved: false, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  }
  const saved = outcome.value === "saved";
  return data({ again: outcome.value === "saved" ? null : outcome.value, saved, refusal: null });
}

export default function AdminMailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { meta: _meta, ...shown } = loaderData;
  return <AdminMails {...shown} result={actionData ?? null} />;
}
