import { Trans, useTranslation } from "react-i18next";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import { Step } from "./step.tsx";

/** How winners are drawn, and how anybody can check it. */
export function DrawSection({ sendsMail }: { readonly sendsMail: boolean }) {
  const { t } = useTranslation("pages");
  const steps = ["plan", "lock", sendsMail ? "mail" : "public", "draw"] as const;
  return (
    <section className="how-section" aria-labelledby="draw">
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
