import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatWorth } from "#src/i18n/numbers.ts";
import { translate } from "#src/i18n/translate.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import type { Route } from "./+types/pricing.route.ts";
import { Pricing } from "./pricing.tsx";

export const handle: PageHandle = { cached: { shows: "texts" } };

export function loader({ context }: Route.LoaderArgs) {
  const { config, plans } = context.get(siteContext);
  if (!plans) throw refusalPage(context, { reason: "not-found" });
  const { language } = context.get(visitorContext);
  return {
    operatorEmail: config.operatorEmail ?? null,
    plans: plans[language].map(({ price, ...plan }) => ({
      ...plan,
      price: price === 0 ? null : formatWorth(price, language, config.currency),
    })),
    meta: { path: "pricing", description: translate(language, { key: "pages:pricing.description" }) },
  };
}

export default function PricingPage({ loaderData }: Route.ComponentProps) {
  return <Pricing plans={loaderData.plans} operatorEmail={loaderData.operatorEmail} />;
}
