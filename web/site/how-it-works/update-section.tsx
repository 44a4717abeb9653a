import { useTranslation } from "react-i18next";
import { Step } from "./step.tsx";

const STEPS = ["search", "view", "ticks", "notes"] as const;

/**
 * How to find an entry again and change its checklist and wishlist. A lost code is mailed where the site sends mail.
 */
export function UpdateSection({ sendsMail }: { readonly sendsMail: boolean }) {
  const { t } = useTranslation("pages");
  return (
    <section className="how-section" aria-labelledby="update">
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
