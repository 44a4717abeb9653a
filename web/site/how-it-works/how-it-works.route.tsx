import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import type { Route } from "./+types/how-it-works.route.ts";
import { HowItWorks } from "./how-it-works.tsx";

export const handle: PageHandle = { cached: { shows: "texts" } };

export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  return {
    operatorEmail: config.operatorEmail ?? null,
    sendsMail: config.smtp !== undefined,
    meta: { path: "how-it-works", description: translate(language, { key: "pages:howItWorks.description" }) },
  };
}

export default function HowItWorksPage({ loaderData }: Route.ComponentProps) {
  return <HowItWorks operatorEmail={loaderData.operatorEmail} sendsMail={loaderData.sendsMail} />;
}
