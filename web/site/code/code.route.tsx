import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { proveEntrant } from "#src/access/entrant.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { readDropCode, shownDropCode } from "#src/earning/codes/drop-code.ts";
import { redeemCode } from "#src/earning/codes/redeem-code.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { RefusableForm } from "../../forms/form.tsx";
import { partOfRaffle } from "../../page/page-meta.ts";
import { PageScript } from "../../page/page-script.tsx";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/code.route.ts";
import { EntryCodeField } from "./entry-code-field.tsx";
import script from "./fill-entry-code.ts?inline-script";

export const handle: PageHandle = { forms: true };

/** What the QR code of a receipt or slip opens. Whether there is such a code is said when an entry sends it. */
export const loader = siteLoader("entries:dropCode.description", async (screen) => {
  const { site, params, meta, language } = screen;
  const raffle = await findRaffle(site.db, params.raffleCode ?? "");
  if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  const code = readDropCode(params.dropCode ?? "");
  return {
    raffle: { codeId: raffle.codeId, name: raffle.name, open: raffle.open },
    code: code && shownDropCode(code),
    meta: { ...meta, ...partOfRaffle(raffle), listed: false },
  };
});

type Counted = { readonly drops: number; readonly entryCode: string };

export const action = siteAction({
  read: (form) => ({ entryCode: formText(form, "entryCode") }),
  change: async (sent): Promise<Outcome<Counted, Refusal<RefusalReason> | ChallengeRefusal>> => {
    const { context, params, typed } = sent;
    const site = context.get(siteContext);
    const { address, solution } = context.get(visitorContext);
    const prover = { reader: site.db, entryAttempts: site.entryAttempts, address, solution };
    const raffle = await findRaffle(site.db, params.raffleCode ?? "");
    if (!raffle) return refuse({ reason: "raffle-not-found" });
    const entrant = await proveEntrant(prover, { entryCode: typed.entryCode, raffleId: raffle.id });
    if (!entrant.ok) return entrant;
    const redeemed = await redeemCode({ ...site, address, solution }, entrant.value, params.dropCode ?? "");
    return redeemed.ok ? accept({ drops: redeemed.value.drops, entryCode: typed.entryCode }) : redeemed;
  },
});

export default function ScannedCode({ loaderData, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation(["entries", "messages"]);
  const { raffle, code } = loaderData;
  const { codeId } = raffle;
  const done = result?.done;
  return (
    <>
      <PageHeading title={t("dropCode.heading")} lead={raffle.name} />
      {code === null && (
        <>
          <Notice kind="error">{t("dropCodeMistyped", { ns: "messages" })}</Notice>
          <ButtonLink label={t("dropCode.toRaffle")} href={`/raffle/${codeId}`} />
        </>
      )}
      {done && (
        <Notice kind="success">
          {t("dropCode.counted", { count: done.drops })}{" "}
          <a href={`/raffle-entry/${codeId}/${done.entryCode}`}>{t("submitted.view")}</a>
        </Notice>
      )}
      {code !== null && !done && (
        <RefusableForm heading={t("dropCode.failed")} refusal={result?.refusal}>
          <FormSection title={code}>
            <EntryCodeField typed={result?.typed.entryCode} />
            <Submit label={t("dropCode.count")} look="primary" intent="count" />
          </FormSection>
        </RefusableForm>
      )}
      {code !== null && !done && raffle.open && (
        <FormSection title={t("dropCode.noEntry")} hint={t("dropCode.noEntryHint")}>
          <ButtonLink label={t("dropCode.join")} href={`/raffle-entry/${codeId}?drop-code=${code}`} />
        </FormSection>
      )}
      <PageScript text={script} />
    </>
  );
}
