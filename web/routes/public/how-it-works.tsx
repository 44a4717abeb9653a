import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { HowItWorks } from "../../components/how-it-works/how-it-works.tsx";
import type { PageHandle } from "../../page-handle.ts";
import { pageMeta } from "../../page-meta.ts";
import type { Route } from "./+types/how-it-works.ts";

export const handle: PageHandle = { kept: { shows: "texts" } };

export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  return {
    operatorEmail: config.operatorEmail ?? null,
    meta: {
      path: "how-it-works",
      productName: config.productName,
      origin: config.origin,
      canonicalPath: "/how-it-works",
      description: sentence(language, { key: "pages:howItWorks.description" }),
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function HowItWorksPage({ loaderData }: Route.ComponentProps) {
  return <HowItWorks operatorEmail={loaderData.operatorEmail} />;
}
