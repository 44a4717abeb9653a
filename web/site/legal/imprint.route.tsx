import { useTranslation } from "react-i18next";
import { readOwnPage } from "#src/http/custom-page.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { siteLoader } from "../../requests/screens.ts";
import type { Route } from "./+types/imprint.route.ts";
import { CustomPage } from "./custom-page.tsx";

export const handle: PageHandle = { cached: { shows: "own-page" } };

export const loader = siteLoader("pages:imprint.description", async ({ context, site: { config }, language }) => {
  const own = await readOwnPage(config.dataDir, "imprint", language);
  if (!own) throw refusalPage(context, { reason: "not-found" });
  return { own };
});

/** Who runs the site, in the operator's own words. */
export default function Imprint({ loaderData: { own } }: Route.ComponentProps) {
  const { t } = useTranslation("pages");
  return <CustomPage page={own} title={t("imprint.heading")} />;
}
