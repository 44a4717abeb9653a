import { useTranslation } from "react-i18next";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatWorth } from "#src/i18n/numbers.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { siteLoader } from "../../requests/screens.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/pricing.route.ts";
import "./pricing.css";

export const handle: PageHandle = { cached: { shows: "texts" } };

export const loader = siteLoader("pages:pricing.description", ({ context, site: { config, plans }, language }) => {
  if (!plans) throw refusalPage(context, { reason: "not-found" });
  return {
    operatorEmail: config.operatorEmail ?? null,
    plans: plans[language].map(({ price, ...plan }) => ({
      ...plan,
      /** Null if it is free. */
      price: price === 0 ? null : formatWorth(price, language, config.currency),
    })),
  };
});

/** What hosting a raffle costs: a ticket for each plan. */
export default function Pricing({ loaderData: { plans, operatorEmail } }: Route.ComponentProps) {
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
              <ul className="pricing-features marked">
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
        <ButtonLink label={t("pricing.howToHost")} href="/how-it-works#host" />
      </p>
    </>
  );
}
