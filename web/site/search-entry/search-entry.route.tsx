import { useTranslation } from "react-i18next";
import { data, Form, redirectDocument } from "react-router";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import type { EntryView } from "#src/entries/entry-view.ts";
import { mailCodeAgain } from "#src/entries/mails/mail-code.ts";
import { readEntry } from "#src/entries/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { translate } from "#src/i18n/translate.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { findRaffle, findRaffleId } from "#src/raffles/read.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { EntryCodeField } from "../../forms/entry-code-field.tsx";
import { EMAIL, TextField } from "../../forms/fields.tsx";
import { FormErrorsProvider } from "../../forms/form.tsx";
import { shareCardAddress } from "../../page/views/picture-view.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import type { Screen } from "../../requests/answer-form.ts";
import { proveTypedCode } from "../../requests/entrant.ts";
import { formText } from "../../requests/form-text.ts";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { GroupedCode } from "../../ui/code-ticket/grouped-code.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { RaffleStrip } from "../../ui/raffle-strip/raffle-strip.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import type { Route } from "./+types/search-entry.route.ts";
import "./search-entry.css";

export const handle: PageHandle = { forms: true, cached: { shows: "raffle" } };

export const loader = siteLoader("entries:search.description", async ({ params, site, language, meta }) => {
  const raffle = await findRaffle(site.db, params.raffleId ?? "");
  if (!raffle) throw data({ message: translate(language, { key: "invalidRaffleId" }) }, { status: 404 });
  if (!peopleCan(raffle).lookUp) throw redirectDocument(`/raffle/${raffle.codeId}/draw`);
  return {
    raffle: raffleView(raffle, site, language),
    sendsMail: site.config.smtp !== undefined,
    meta: {
      ...meta,
      subject: raffle.name,
      canonicalPath: `/search-entry/${raffle.codeId}`,
      image: shareCardAddress(raffle, language),
      listed: raffle.status === "Published",
    },
  };
});

type FoundEntry = Pick<EntryView["entry"], "entryCode" | "firstName" | "lastName">;

type Found = Outcome<FoundEntry | null, Refusal<RefusalReason> | ChallengeRefusal>;

export const action = siteAction({
  read: (form) => ({ entryCode: formText(form, "entryCode"), email: formText(form, "email") }),
  change: async (sent): Promise<Found> => {
    const { params, deps, language, intent, typed } = sent;
    if (intent !== "mail-code") return findEntry(sent, typed.entryCode);
    const mailed = await mailCodeAgain(deps, { raffle: params.raffleId ?? "", email: typed.email, language });
    return mailed.ok ? accept(null) : mailed;
  },
});

async function findEntry({ params, context, site }: Screen, typed: string): Promise<Found> {
  const raffleId = await findRaffleId(site.db, params.raffleId ?? "");
  const scope = await proveTypedCode(context, typed, raffleId);
  if (!scope.ok) return scope;
  const found = await readEntry(site.db, scope.value);
  if (!found) return refuse({ reason: "entry-not-found" });
  const { entryCode, firstName, lastName } = found.entry;
  return accept({ entryCode, firstName, lastName });
}

/** The screen on which an entrant finds an entry by its code. */
export default function SearchEntry({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { raffle, sendsMail } = loaderData;
  const { t } = useTranslation("entries");
  const result = answer?.intent === "mail-code" ? null : answer;
  const found = result?.done;
  const refusal = result?.refusal ?? null;
  // The only field shows all errors itself.
  const failed = isFailure(refusal);
  const errors: FieldMessages = refusal && !failed ? { entryCode: refusal.summary } : {};
  return (
    <>
      <RaffleStrip raffle={raffle} />
      <PageHeading title={t("search.heading")} lead={t("search.lead")} />
      {failed && (
        <Notice kind="error" answers>
          {t("search.failed")}
        </Notice>
      )}
      <Form
        method="post"
        noValidate
        reloadDocument
        className="form"
        data-draft={`search:${raffle.codeId}`}
        data-failed={t("search.failed")}
      >
        <FormErrorsProvider errors={errors}>
          <div className="form-section">
            <EntryCodeField typed={result?.typed.entryCode} />
            <Submit label={t("search.submit")} look="primary" />
            {!sendsMail && <p className="hint">{t("search.lost")}</p>}
          </div>
        </FormErrorsProvider>
      </Form>
      {found && (
        <section className="ticket ticket-wide search-found" aria-labelledby="found" data-sent="">
          <div className="ticket-body">
            <Notice kind="success">{t("search.found")}</Notice>
            <h2 id="found">
              {found.firstName} {found.lastName}
            </h2>
            <p className="ticket-code">
              <GroupedCode code={found.entryCode} />
            </p>
          </div>
          <div className="ticket-stub">
            <ButtonLink
              label={t("search.view")}
              look="primary"
              href={`/raffle-entry/${raffle.codeId}/${found.entryCode}`}
            />
          </div>
        </section>
      )}
      {sendsMail && !found && <LostCode raffle={raffle} result={answer?.intent === "mail-code" ? answer : null} />}
      {!found && <ShopContact shop={raffle.shop} />}
    </>
  );
}

type LostCodeProps = {
  readonly raffle: Route.ComponentProps["loaderData"]["raffle"];
  /** What came of this form; null before it was sent. */
  readonly result: Route.ComponentProps["actionData"] | null;
};

/** For entrants who have lost their code: it is mailed to them again. */
function LostCode({ raffle, result }: LostCodeProps) {
  const { t } = useTranslation("entries");
  const refusal = result?.refusal ?? null;
  const failed = refusal !== null && (isFailure(refusal) || Object.keys(refusal.errors).length === 0);
  return (
    <Form
      method="post"
      action="#lost"
      noValidate
      reloadDocument
      className="form"
      data-draft={`lost-code:${raffle.codeId}`}
    >
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        <section id="lost" className="form-section" aria-labelledby="lost-heading">
          <h2 id="lost-heading">{t("search.mailHeading")}</h2>
          <p>{t("search.mailLead")}</p>
          <TextField {...EMAIL} label={t("search.mailEmail")} defaultValue={result?.typed.email ?? ""} required />
          <Submit label={t("search.mailSubmit")} intent="mail-code" />
          {failed && (
            <Notice kind="error" answers>
              {t("search.mailFailed")}
            </Notice>
          )}
          {result && !refusal && <Notice kind="success">{t("search.mailSent", { email: result.typed.email })}</Notice>}
          <p className="hint">{t("search.mailElse")}</p>
        </section>
      </FormErrorsProvider>
    </Form>
  );
}
