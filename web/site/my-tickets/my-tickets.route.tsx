import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { entryCodeOf } from "#src/access/entrant.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { EntryCodeField } from "../../forms/entry-code-field.tsx";
import { SmallForm } from "../../forms/form.tsx";
import { PageScript } from "../../page/page-script.tsx";
import type { SentForm } from "../../requests/answer-form.ts";
import { proveTypedCode } from "../../requests/entrant.ts";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import driverUrl from "../../ui/tickets/drive-tickets.ts?worker&url";
import starter from "../../ui/tickets/start-tickets.ts?inline-script";
import type { Route } from "./+types/my-tickets.route.ts";
import { MyTickets } from "./my-tickets.tsx";

export const handle: PageHandle = { forms: true, cached: { shows: "texts" } };

export const loader = siteLoader("pages:tickets.description", async ({ meta }) => ({
  meta: { ...meta, listed: false },
}));

/** Opens the entry of a typed code, whatever its raffle. */
export const action = siteAction({
  read: (form) => ({ entryCode: formText(form, "entryCode") }),
  change: async ({ context, site, typed }: SentForm<null, { readonly entryCode: string }>) => {
    const entrant = await proveTypedCode(context, typed.entryCode);
    if (!entrant.ok) return entrant;
    const raffle = await findRaffle(site.db, entrant.value.raffleId);
    if (!raffle) return refuse({ reason: "entry-not-found" } as const);
    return accept(redirectDocument(`/raffle-entry/${raffle.codeId}/${entryCodeOf(typed.entryCode)}`, 303));
  },
});

/** All entries that this browser remembers. The page is the same for everybody: the browser fills it. */
export default function MyTicketsRoute({ actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation("pages");
  const refusal = answer?.refusal ?? null;
  return (
    <>
      <MyTickets driver={driverUrl} />
      {/* The only field says all that is wrong. */}
      <SmallForm errors={refusal ? { entryCode: refusal.summary } : {}} id="by-code" action="#by-code">
        <h2>{t("tickets.elsewhere")}</h2>
        <EntryCodeField typed={answer?.typed.entryCode} />
        <Submit label={t("tickets.open")} />
      </SmallForm>
      <PageScript text={starter} />
    </>
  );
}
