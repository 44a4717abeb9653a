import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { proveEntrant } from "#src/access/entrant.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { redeemTyped } from "#src/earning/redeem-typed.ts";
import { TICKET_MS } from "#src/earning/stamps/limits.ts";
import { readScreenCode, takeTicket } from "#src/earning/stamps/see-code.ts";
import { findStation } from "#src/earning/stamps/stations.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { type RefusalReason, summaryOf } from "#src/http/refusals.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { RefusableForm } from "../../forms/form.tsx";
import { partOfRaffle } from "../../page/page-meta.ts";
import { PageScript } from "../../page/page-script.tsx";
import { givenText } from "../../page/views/given-text.ts";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { EntryCodeField } from "../code/entry-code-field.tsx";
import script from "../code/fill-entry-code.ts?inline-script";
import type { Route } from "./+types/stamp.route.ts";

export const handle: PageHandle = { forms: true, personal: true };

/** What the QR code of a station's screen opens. What was scanned is exchanged for a ticket at once. */
export const loader = siteLoader("stamps:description", async (screen) => {
  const { site, params, meta, language, context } = screen;
  const raffle = await findRaffle(site.db, params.raffleCode ?? "");
  if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  const station = await findStation(site.db, raffle.id, Number(params.station));
  const code = readScreenCode(params.screenCode ?? "");
  const deps = { ...site, address: context.get(visitorContext).address };
  const taken =
    station && code
      ? await takeTicket(deps, raffle.id, { ...code, station: station.number })
      : refuse({ reason: "stamp-code-wrong" } as const);
  // Past too many wrong codes the form asks for the puzzle, which the page's script solves.
  const isAsked = !taken.ok && taken.refusal.reason === "challenge-required";
  return {
    raffle: { codeId: raffle.codeId, name: raffle.name, open: raffle.open },
    station: station?.name ?? "",
    ticket: taken.ok ? taken.value : "",
    canTry: taken.ok || isAsked,
    failed: taken.ok || isAsked ? "" : translate(language, summaryOf(taken.refusal)[0] ?? { key: "failed" }),
    minutes: TICKET_MS / 60_000,
    meta: { ...meta, ...partOfRaffle(raffle), listed: false },
  };
});

type Done = { readonly said: string; readonly entryCode: string };

export const action = siteAction({
  read: (form) => ({ entryCode: formText(form, "entryCode"), ticket: formText(form, "ticket") }),
  change: async (sent): Promise<Outcome<Done, Refusal<RefusalReason> | ChallengeRefusal>> => {
    const { context, params, typed, url } = sent;
    const site = context.get(siteContext);
    const { address, solution } = context.get(visitorContext);
    const raffle = await findRaffle(site.db, params.raffleCode ?? "");
    if (!raffle) return refuse({ reason: "raffle-not-found" });
    const prover = { reader: site.db, entryAttempts: site.entryAttempts, address, solution };
    const entrant = await proveEntrant(prover, { entryCode: typed.entryCode, raffleId: raffle.id });
    if (!entrant.ok) return entrant;
    const given = await redeemTyped({ ...site, address, solution }, entrant.value, typed.ticket || url.pathname);
    return given.ok ? accept({ said: givenText(given.value, sent.language), entryCode: typed.entryCode }) : given;
  },
});

export default function ScannedStamp({ loaderData, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation(["stamps", "entries"]);
  const { raffle, station, canTry, failed, minutes } = loaderData;
  const done = result?.done;
  // The ticket of the first scan, which the form has sent: the code in the address may be too old by now.
  const ticket = result?.typed.ticket || loaderData.ticket;
  const isOpen = !done && (canTry || ticket !== "");
  return (
    <>
      <PageHeading title={t("heading")} lead={station ? t("of", { station, raffle: raffle.name }) : raffle.name} />
      {done && (
        <>
          <Notice kind="success">{done.said}</Notice>
          <p>
            <a href={`/raffle-entry/${raffle.codeId}/${done.entryCode}`}>{t("submitted.view", { ns: "entries" })}</a>
          </p>
        </>
      )}
      {!done && !isOpen && (
        <>
          <Notice kind="error">{failed}</Notice>
          <ButtonLink label={t("dropCode.toRaffle", { ns: "entries" })} href={`/raffle/${raffle.codeId}`} />
        </>
      )}
      {isOpen && (
        <RefusableForm heading={t("dropCode.failed", { ns: "entries" })} refusal={result?.refusal}>
          <FormSection title={station} hint={ticket === "" ? undefined : t("seen", { minutes })}>
            <input type="hidden" name="ticket" value={ticket} />
            <EntryCodeField typed={result?.typed.entryCode} />
            <Submit label={t("give")} look="primary" intent="count" />
          </FormSection>
        </RefusableForm>
      )}
      {isOpen && raffle.open && ticket !== "" && (
        <FormSection title={t("dropCode.noEntry", { ns: "entries" })} hint={t("noEntryHint")}>
          <ButtonLink label={t("join")} href={`/raffle-entry/${raffle.codeId}?drop-code=${ticket}`} />
        </FormSection>
      )}
      <PageScript text={script} />
    </>
  );
}
