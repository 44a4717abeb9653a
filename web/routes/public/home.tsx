import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { listPublishedRaffles } from "#src/raffles/read.ts";
import { Home } from "../../components/home/home.tsx";
import type { PageHandle } from "../../page-handle.ts";
import { pageMeta } from "../../page-meta.ts";
import { summaryView } from "../../views/raffle-view.ts";
import type { Route } from "./+types/home.ts";

/** As many as fit on one line of a wide screen. */
const RAFFLES_SHOWN = 3;

export const handle: PageHandle = { kept: { shows: "raffles" } };

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const { db, config } = site;
  // Open ones come first in the list, the soonest to close on top.
  const { raffles } = await listPublishedRaffles(db, 1);
  const open = raffles.filter((raffle) => raffle.open).slice(0, RAFFLES_SHOWN);
  return {
    raffles: open.map((raffle) => summaryView(raffle, site, language)),
    productName: config.productName,
    operatorEmail: config.operatorEmail ?? null,
    meta: {
      path: "",
      productName: config.productName,
      origin: config.origin,
      canonicalPath: "/",
      description: sentence(language, { key: "pages:home.description" }),
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { raffles, productName, operatorEmail } = loaderData;
  return <Home raffles={raffles} productName={productName} operatorEmail={operatorEmail} />;
}
