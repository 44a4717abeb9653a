import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { formatWorth } from "#src/i18n/format.ts";
import { plans } from "#src/i18n/plans.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { Pricing } from "../../components/pricing/pricing.tsx";
import type { PageHandle } from "../../page-handle.ts";
import { pageMeta } from "../../page-meta.ts";
import type { Route } from "./+types/pricing.ts";

export const handle: PageHandle = { kept: { shows: "texts" } };

export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  return {
    operatorEmail: config.operatorEmail ?? null,
    plans: plans[language].map(({ price, ...plan }) => ({
      ...plan,
      price: price === 0 ? null : formatWorth(price, language, config.currency),
    })),
    meta: {
      path: "pricing",
      productName: config.productName,
      origin: config.origin,
      canonicalPath: "/pricing",
      description: sentence(language, { key: "pages:pricing.description" }),
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function PricingPage({ loaderData }: Route.ComponentProps) {
  return <Pricing plans={loaderData.plans} operatorEmail={loaderData.operatorEmail} />;
}
