import { Trans, useTranslation } from "react-i18next";
import { FACEBOOK_BASE, INSTAGRAM_BASE } from "#src/contact/social-link.ts";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import { Step } from "./step.tsx";

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
export function JoinSection() {
  const { t } = useTranslation("pages");
  return (
    <section className="how-section" aria-labelledby="join">
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
