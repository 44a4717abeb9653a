import { sendFailedMailsAgain, sendMailAgain } from "#src/admin/background-work.ts";
import { setMailTyped } from "#src/admin/site-settings.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { readMailTyped } from "#src/entries/typed/read.ts";
import { MAIL_TYPED } from "#src/entries/typed/rules.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { countKinds, countUnsentMails, listMails } from "#src/mail/read.ts";
import { formText } from "../../requests/form-text.ts";
import { adminAction, adminLoader } from "../admin-screen.ts";
import { AdminMails } from "./admin-mails.tsx";
import { isCounted, shownState } from "./mail-states.ts";

export const handle: PageHandle = { forms: true };

export const loader = adminLoader(({ site, url, page }) =>
  inSnapshot(site.db, async (reader) => {
    const counts = await countUnsentMails(reader);
    const state = shownState(url.searchParams.get("state"), counts);
    return {
      sendsMail: site.config.smtp !== undefined,
      counts,
      state,
      /** The number of mails in this state, by kind. */
      kinds: isCounted(state) ? await countKinds(reader, state) : [],
      /** Who may have people emailed whose addresses they typed. */
      mailTyped: await readMailTyped(reader),
      ...(await listMails(reader, { state, page })),
      page,
    };
  }),
);

/** How many mails were queued again, or that the switch was saved. */
type Done = number | "saved" | null;

export const action = adminAction({
  read: (form) => ({ mail: formText(form, "mail"), mailTyped: formText(form, "mailTyped") }),
  change: async ({ deps, scope, intent, typed }): Promise<Outcome<Done, Refusal<"mail-not-found">>> => {
    switch (intent) {
      case "again": {
        const sent = await sendMailAgain(deps, scope, typed.mail);
        return sent.ok ? accept(1) : sent;
      }
      case "all-failed":
        return accept(await sendFailedMailsAgain(deps, scope));
      case "mail-typed": {
        const mailTyped = MAIL_TYPED.find((one) => one === typed.mailTyped);
        if (mailTyped) await setMailTyped(deps, scope, mailTyped);
        return accept(mailTyped ? "saved" : null);
      }
      default:
        return accept(null);
    }
  },
});

export default AdminMails;
