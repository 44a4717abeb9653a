import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { FACEBOOK_BASE, INSTAGRAM_BASE } from "#src/contact/social-link.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { siteLoader } from "../../requests/screens.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { PageContents } from "../../ui/page-contents/page-contents.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import type { Route } from "./+types/how-it-works.route.ts";
import "./how-it-works.css";

export const handle: PageHandle = { cached: { shows: "texts" } };

export const loader = siteLoader("pages:howItWorks.description", ({ site: { config } }) => ({
  operatorEmail: config.operatorEmail ?? null,
  sendsMail: config.smtp !== undefined,
}));

const SECTIONS = ["join", "update", "draw", "host"] as const;

/** The instructions: joining, changing an entry, how winners are drawn, hosting. */
export default function HowItWorks({ loaderData: { operatorEmail, sendsMail } }: Route.ComponentProps) {
  const { t } = useTranslation("pages");
  const sections = SECTIONS.map((section) => ({ anchor: section, label: t(`howItWorks.${section}.heading`) }));
  return (
    <PageContents
      title={t("howItWorks.contents")}
      sections={sections}
      heading={<PageHeading title={t("howItWorks.heading")} lead={t("howItWorks.lead")} />}
    >
      <JoinSection />
      <UpdateSection sendsMail={sendsMail} />
      <DrawSection sendsMail={sendsMail} />
      <HostSection operatorEmail={operatorEmail} />
    </PageContents>
  );
}

/** A placeholder in the link formats. The text below the list of fields says what replaces it. */
const USERNAME = "{username}";

const FIELDS = ["fieldLastName", "fieldFirstName", "fieldAddress", "fieldPhone", "fieldEmail"] as const;

const LINKS = [
  { key: "fieldFacebook", format: `${FACEBOOK_BASE}${USERNAME}` },
  { key: "fieldInstagram", format: `${INSTAGRAM_BASE}${USERNAME}` },
] as const;

/** An example code of letters only. It is never issued: codes are random from a large space. */
const EXAMPLE_CODE = "KAPITBSG";

/** From the list of raffles to the entry code, step by step. */
function JoinSection() {
  const { t } = useTranslation("pages");
  return (
    <section className="stack-3" aria-labelledby="join">
      <h2 id="join">{t("howItWorks.join.heading")}</h2>
      <ol className="steps">
        <Step title={t("howItWorks.join.pickTitle")}>
          <p>
            <Trans t={t} i18nKey="howItWorks.join.pick" components={{ list: <SentenceLink href="/raffle-list" /> }} />
          </p>
        </Step>
        <Step title={t("howItWorks.join.manifestTitle")}>
          <p>{t("howItWorks.join.manifest")}</p>
        </Step>
        <Step title={t("howItWorks.join.formTitle")}>
          <p>{t("howItWorks.join.form")}</p>
          <FormFields />
          <p className="hint">{t("howItWorks.join.fieldsNote")}</p>
        </Step>
        <Step title={t("howItWorks.join.checklistTitle")}>
          <p>{t("howItWorks.join.checklist")}</p>
        </Step>
        <Step title={t("howItWorks.join.wishTitle")}>
          <p>{t("howItWorks.join.wish")}</p>
        </Step>
        <Step title={t("howItWorks.join.submitTitle")}>
          <p>
            <Trans t={t} i18nKey="howItWorks.join.submit" components={{ terms: <SentenceLink href="/terms" /> }} />
          </p>
        </Step>
        <Step title={t("howItWorks.join.codeTitle")}>
          <p>{t("howItWorks.join.code")}</p>
          <p className="example-code">
            <span>{t("howItWorks.join.codeExample")}</span> <strong>{EXAMPLE_CODE}</strong>
          </p>
        </Step>
      </ol>
      <p className="how-after">{t("howItWorks.join.after")}</p>
    </section>
  );
}

function FormFields() {
  const { t } = useTranslation("pages");
  return (
    <ul className="step-fields">
      {FIELDS.map((field) => (
        <li key={field}>{t(`howItWorks.join.${field}`)}</li>
      ))}
      {LINKS.map(({ key, format }) => (
        <li key={key}>
          <Trans t={t} i18nKey={`howItWorks.join.${key}`} values={{ format }} components={{ code: <code /> }} />
        </li>
      ))}
    </ul>
  );
}

/** The two ways to host: alone, or as an official partner of the operator. */
function HostSection({ operatorEmail }: { readonly operatorEmail: string | null }) {
  const { t } = useTranslation("pages");
  return (
    <section className="stack-3" aria-labelledby="host">
      <h2 id="host">{t("howItWorks.host.heading")}</h2>
      <div className="host-ways">
        <article className="ticket">
          <div className="ticket-body">
            <h3>{t("howItWorks.host.createTitle")}</h3>
            <p>{t("howItWorks.host.create")}</p>
          </div>
          <div className="ticket-stub">
            <ButtonLink label={t("howItWorks.host.createLink")} look="primary" href="/create-raffle" />
          </div>
        </article>
        <article className="ticket">
          <div className="ticket-body">
            <h3>{t("howItWorks.host.partnerTitle")}</h3>
            <p>{operatorEmail ? t("howItWorks.host.partner") : t("howItWorks.host.partnerNoEmail")}</p>
          </div>
          {operatorEmail && (
            <div className="ticket-stub">
              <ButtonLink
                label={t("howItWorks.host.partnerLink", { email: operatorEmail })}
                href={`mailto:${operatorEmail}`}
              />
            </div>
          )}
        </article>
      </div>
    </section>
  );
}

/** How winners are drawn, and how anybody can check it. */
function DrawSection({ sendsMail }: { readonly sendsMail: boolean }) {
  const { t } = useTranslation("pages");
  const steps = ["plan", "lock", sendsMail ? "mail" : "public", "draw"] as const;
  return (
    <section className="stack-3" aria-labelledby="draw">
      <h2 id="draw">{t("howItWorks.draw.heading")}</h2>
      <p className="lead">{t("howItWorks.draw.lead")}</p>
      <ol className="steps">
        {steps.map((step) => (
          <Step key={step} title={t(`howItWorks.draw.${step}Title`)}>
            <p>{t(`howItWorks.draw.${step}`)}</p>
          </Step>
        ))}
        <Step title={t("howItWorks.draw.checkTitle")}>
          <p>
            <Trans
              t={t}
              i18nKey="howItWorks.draw.check"
              components={{
                verify: <SentenceLink href="/verify" />,
                locks: <SentenceLink href="/locks" />,
                draws: <SentenceLink href="/draws" />,
              }}
            />
          </p>
        </Step>
      </ol>
      <p className="how-after">{t("howItWorks.draw.not")}</p>
    </section>
  );
}

const STEPS = ["search", "view", "ticks", "notes"] as const;

/**
 * How to find an entry again and change its checklist and wishlist. A lost code is mailed where the site sends mail.
 */
function UpdateSection({ sendsMail }: { readonly sendsMail: boolean }) {
  const { t } = useTranslation("pages");
  return (
    <section className="stack-3" aria-labelledby="update">
      <h2 id="update">{t("howItWorks.update.heading")}</h2>
      <p className="lead">{t("howItWorks.update.lead")}</p>
      <ol className="steps">
        {STEPS.map((step) => (
          <Step key={step} title={t(`howItWorks.update.${step}Title`)}>
            <p>{t(`howItWorks.update.${step}`)}</p>
          </Step>
        ))}
      </ol>
      <p className="how-after">{t(`howItWorks.update.${sendsMail ? "lostMailed" : "lost"}`)}</p>
    </section>
  );
}

/** One step. The list around it adds the number. */
function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className="step">
      <h3>{title}</h3>
      {children}
    </li>
  );
}
