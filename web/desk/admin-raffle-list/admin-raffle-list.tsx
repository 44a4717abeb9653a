import type { SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { AccessCodeInput, RaffleCodeInput, TrustBrowser } from "../../forms/fields.tsx";
import { FormErrorsProvider } from "../../forms/form.tsx";
import { FRAGMENT_LENGTH } from "../../site/raffle-list/selection.ts";
import { AccessCodeField, type CodeState, useAccessCode } from "../../ui/access-code/access-code-field.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { DeleteRaffle, FinalQuestion } from "../../ui/buttons/delete-raffle.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { Fact } from "../../ui/fact.tsx";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { FormSection, Notice, PageHeading, RefusalNotice } from "../../ui/page-parts.tsx";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import type { Route } from "./+types/admin-raffle-list.route.ts";
import "../../site/raffle-list/raffle-card.css";
import "./admin-raffle-card.css";

type View = Route.ComponentProps["loaderData"];
type Result = NonNullable<Route.ComponentProps["actionData"]> | null;

/** For organisers: the raffles whose desk opens for this visitor, the way to any other, and the list of all. */
export function AdminRaffleList({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData ?? null;
  const { own, search, hasLeft, hasDeleted } = loaderData;
  const { t } = useTranslation("desk");
  // A card of one's own sends no code.
  const onOwn = result?.intent === "delete" && result.typed.accessCode === "" ? result : null;
  return (
    <>
      <PageHeading title={t("admin.heading")} lead={t(own.length > 0 ? "admin.lead" : "admin.none")} />
      {(result ? result.done?.is === "deleted" : hasDeleted) && <Notice kind="success">{t("admin.deleted")}</Notice>}
      {hasLeft && !result && <Notice kind="success">{t("admin.left")}</Notice>}
      {own.length > 0 && (
        <ul className="raffle-grid">
          {own.map((raffle) => (
            <li key={raffle.codeId}>
              <OwnRaffleCard raffle={raffle} result={onOwn?.typed.codeId === raffle.codeId ? onOwn : null} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href="/create-raffle">{t("admin.create")}</a>
      </p>
      <OpenOther isFirst={own.length === 0} result={result?.intent === "open" ? result : null} />
      <section className="stack-2" aria-labelledby="all-raffles">
        <h2 id="all-raffles">{t("admin.all")}</h2>
        <p>{t("admin.allLead")}</p>
        <ListSearch
          label={t("admin.search")}
          fragment={search.fragment}
          maxLength={FRAGMENT_LENGTH}
          button={t("admin.find")}
        />
        <Found search={search} result={onOwn ? null : result} />
      </section>
    </>
  );
}

function Found({ search, result }: { readonly search: View["search"]; readonly result: Result }) {
  const { t } = useTranslation("desk");
  const { fragment, raffles, page, more } = search;
  return (
    <>
      {raffles.length === 0 && <p className="empty">{t(fragment ? "admin.empty" : "admin.nonePublished")}</p>}
      <ul className="raffle-grid">
        {raffles.map((raffle) => (
          <li key={raffle.codeId}>
            <AdminRaffleCard
              raffle={raffle}
              result={result?.typed.codeId === raffle.codeId ? result : null}
              isSought={fragment !== ""}
            />
          </li>
        ))}
      </ul>
      <PageLinks
        page={page}
        more={more}
        query={{ q: fragment }}
        words={{ label: t("admin.pages"), previous: t("admin.previous"), next: t("admin.next") }}
      />
    </>
  );
}

type OwnRaffle = View["own"][number];

/** A raffle whose desk opens without a code: the way there, and the actions of its organiser. */
function OwnRaffleCard({ raffle, result }: { readonly raffle: OwnRaffle; readonly result: Result }) {
  const { t } = useTranslation(["desk", "raffles"]);
  const { ways } = raffle;
  const named = <span className="visually-hidden"> {raffle.name}</span>;
  return (
    <article className="ticket raffle-card">
      <div className="ticket-picture">
        <RaffleBanner raffle={raffle} decorative />
      </div>
      <CardBody raffle={raffle} heading="h2" teamRole={raffle.role} />
      <div className="ticket-stub">
        <a className="raffle-card-link button button-primary" href={raffle.desk}>
          {t("open.heading")}
          {named}
        </a>
        {ways && (
          <div className="admin-actions raffle-card-ways">
            <ButtonLink label={t("admin.update")} about={raffle.name} href={ways.update} />
            <ButtonLink label={t("admin.entries")} about={raffle.name} href={ways.entries} />
            <DeleteRaffle
              raffle={raffle}
              deletion={result && (result.done?.is === "asked" ? "asked" : result.refusal && "refused")}
            />
            <ButtonLink label={t("admin.preview")} about={raffle.name} href={`/raffle/${raffle.codeId}`} />
            {raffle.hasEntries && (
              <a href={`${ways.entries}?state=invalid`}>
                {t("admin.missing")}
                {named}
              </a>
            )}
          </div>
        )}
      </div>
    </article>
  );
}

type FoundRaffle = View["search"]["raffles"][number];

/** Actions that cannot be undone need a confirmation first. */
const QUESTIONS = { delete: "admin.confirm", renew: "admin.renewAsk" } as const;

function isQuestioned(intent: string): intent is keyof typeof QUESTIONS {
  return intent in QUESTIONS;
}

type AdminRaffleCardProps = {
  readonly raffle: FoundRaffle;
  readonly result: Result;
  /** Whether the visitor searched for it, and so needs its actions at once. */
  readonly isSought: boolean;
};

/**
 * A raffle with its organiser's actions. The card is one form, and its buttons become active once the server accepts
 * the code.
 */
function AdminRaffleCard({ raffle, result, isSought }: AdminRaffleCardProps) {
  const { t } = useTranslation(["desk", "raffles", "messages"]);
  const sent = useNavigation().formData;
  const deleting = sent?.get("intent") === "delete" && sent.get("raffle") === raffle.codeId;
  const code = useAccessCode(raffle.codeId, result, codeOf);
  const asked = result?.done?.is === "asked" && isQuestioned(result.intent) ? result.intent : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent;
    if (!(submitter instanceof HTMLButtonElement) || !isQuestioned(submitter.value)) return;
    const confirmed = event.currentTarget.elements.namedItem("confirmed") as HTMLInputElement;
    if (asked !== submitter.value && !confirm(t(QUESTIONS[submitter.value]))) return event.preventDefault();
    confirmed.value = submitter.value;
  }

  const { name } = raffle;
  return (
    <article className="ticket raffle-card admin-raffle-card">
      <RaffleBanner raffle={raffle} decorative />
      <CardBody raffle={raffle} heading="h3" teamRole={null} />
      <Form method="post" preventScrollReset className="ticket-stub" onSubmit={submit}>
        <input type="hidden" name="raffle" value={raffle.codeId} />
        <input type="hidden" name="confirmed" defaultValue={asked ?? ""} />
        {result?.intent === "delete" && result.refusal && (
          <Notice kind="error" answers>
            {t("admin.deleteFailed")}
          </Notice>
        )}
        {result?.done?.is === "renewed" && (
          <>
            <Notice kind="success">{t("admin.renewed")}</Notice>
            <CodeTicket label={t("admin.newCode")} code={result.done.accessCode} />
          </>
        )}
        <details className="admin-card-form" open={isSought || result !== null || undefined}>
          <summary>{t("admin.withCode")}</summary>
          <AccessCodeField
            id={`access-${raffle.codeId}`}
            raffleName={name}
            code={code}
            autoFocus={result !== null && !asked}
          />
          <TrustBrowser />
          {asked && <FinalQuestion text={t(QUESTIONS[asked])} />}
          <p className="admin-actions">
            <Submit label={t("access.check")} about={name} intent="check" />
            {(["update", "entries", "overview"] as const).map((desk) => (
              <Submit key={desk} label={t(`admin.${desk}`)} about={name} intent={desk} disabled={!code.agreed} />
            ))}
            <Submit
              label={t(asked === "renew" ? "admin.renewYes" : "admin.renew")}
              about={name}
              intent="renew"
              disabled={!code.agreed}
            />
            <Submit
              label={deleting ? t("admin.deleting") : t(asked === "delete" ? "admin.confirmYes" : "admin.delete")}
              about={name}
              intent="delete"
              title={raffle.hasEntries ? t("admin.hasEntries") : undefined}
              data-failed={t("admin.deleteFailed")}
              data-asks="gone"
              data-asks-at={`/raffle/${raffle.codeId}`}
              disabled={!code.agreed || raffle.hasEntries || deleting}
            />
          </p>
        </details>
        <ButtonLink label={t("admin.preview")} about={name} href={`/raffle/${raffle.codeId}`} />
      </Form>
    </article>
  );
}

/** What the form's result says of the code. */
function codeOf(result: Result): CodeState {
  return {
    typed: result?.done?.is === "renewed" ? result.done.accessCode : (result?.typed.accessCode ?? ""),
    agreed: result?.done != null && result.done.is !== "deleted",
    fault: result?.refusal?.summary[0] ?? null,
  };
}

type CardBodyProps = {
  readonly raffle: FoundRaffle;
  readonly heading: "h2" | "h3";
  /** What the visitor is of it, unless they own it. */
  readonly teamRole: string | null;
};

/** A raffle as its organisers read it on a card: with its dates and its status. */
function CardBody({ raffle, heading: Heading, teamRole }: CardBodyProps) {
  const { t } = useTranslation(["desk", "raffles"]);
  return (
    <div className="ticket-body">
      <p className={raffle.open ? "chip chip-open" : "chip"}>
        {t(raffle.open ? "list.open" : "list.closed", { ns: "raffles" })}
      </p>
      <Heading>{raffle.name}</Heading>
      {teamRole && <p className="chip">{teamRole}</p>}
      <p className="raffle-card-details">{raffle.details}</p>
      <dl>
        <TimestampLine label={t("list.dueDate", { ns: "raffles" })} moment={raffle.due} />
        <TimestampLine label={t("list.drawDate", { ns: "raffles" })} moment={raffle.draw} />
        <Fact label={t("admin.status")} value={t(`status.${raffle.status}`, { ns: "raffles" })} />
      </dl>
    </div>
  );
}

type OpenOtherProps = {
  /** Whether the page has no desk to open besides. */
  readonly isFirst: boolean;
  readonly result: Result;
};

/** Opens the desk of any raffle by its two codes. */
function OpenOther({ isFirst, result }: OpenOtherProps) {
  const { t } = useTranslation(["desk", "raffles", "messages"]);
  const refusal = result?.refusal;
  return (
    <Form method="post" noValidate preventScrollReset className="form" data-failed={t("open.failed")}>
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        <FormSection title={t(isFirst ? "admin.first" : "admin.other")} hint={t("admin.otherLead")}>
          <RaffleCodeInput label={t("created.raffleCode", { ns: "raffles" })} typed={result?.typed.codeId} />
          <AccessCodeInput label={t("access.label")} />
          <TrustBrowser />
          {refusal && <RefusalNotice refusal={refusal} />}
          <Submit label={t("open.heading")} look={isFirst ? "primary" : undefined} intent="open" />
        </FormSection>
      </FormErrorsProvider>
    </Form>
  );
}
