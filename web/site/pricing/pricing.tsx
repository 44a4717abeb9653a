import { useTranslation } from "react-i18next";
import type { Plan } from "#src/i18n/plans.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import "./pricing.css";

/** A plan with its price as text, or null if it is free. */
type ShownPlan = Omit<Plan, "price"> & { readonly price: string | null };

type PricingProps = { readonly plans: readonly ShownPlan[]; readonly operatorEmail: string | null };

/** What hosting a raffle costs: a ticket for each plan. */
export function Pricing({ plans, operatorEmail }: PricingProps) {
  const { t } = useTranslation("pages");
  return (
    <>
      <PageHeading title={t("pricing.heading")} lead={t("pricing.lead")} />
      <ul className="pricing-plans">
        {plans.map((plan) => (
          <li key={plan.name} className="ticket pricing-plan">
            <div className="ticket-body">
              <h2>{plan.name}</h2>
              {plan.isMostPop && <p className="pricing-badge">{t("pricing.mostPopular")}</p>}
              <p>{plan.desc}</p>
              <p className="pricing-price">
                <strong>{plan.price ?? t("pricing.free")}</strong>
                {plan.price && ` ${t("pricing.aMonth")}`}
              </p>
            </div>
            <div className="ticket-stub">
              <ul className="pricing-features">
                {plan.features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
      {!operatorEmail && <p>{t("pricing.ask")}</p>}
      <p className="actions">
        {operatorEmail && <ButtonLink label={t("pricing.write")} look="primary" href={`mailto:${operatorEmail}`} />}
        <ButtonLink label={t("pricing.howToHost")} look="secondary" href="/how-it-works#host" />
      </p>
    </>
  );
}
