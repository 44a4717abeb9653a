import { useTranslation } from "react-i18next";
import type { PageHandle } from "#src/http/page-handle.ts";
import { siteLoader } from "../../requests/screens.ts";
import { PageContents } from "../../ui/page-contents/page-contents.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/how-it-works.route.ts";
import { DrawSection, HostSection, JoinSection, UpdateSection } from "./how-it-works.tsx";
import "./how-it-works.css";

export const handle: PageHandle = { cached: { shows: "texts" } };

export const loader = siteLoader("pages:howItWorks.description", ({ site: { config } }) => ({
  operatorEmail: config.operatorEmail ?? null,
  sendsMail: config.smtp !== undefined,
}));

const SECTIONS = ["join", "update", "draw", "host"] as const;

/** The instructions: joining, changing an entry, how winners are drawn, hosting. */
export default function HowItWorks({ loaderData: { operatorEmail, sendsMail } }: Route.ComponentProps) {
  const { t } = useTranslation("pages");
  const sections = SECTIONS.map((section) => ({ anchor: section, label: t(`howItWorks.${section}.heading`) }));
  return (
    <PageContents
      title={t("howItWorks.contents")}
      sections={sections}
      heading={<PageHeading title={t("howItWorks.heading")} lead={t("howItWorks.lead")} />}
    >
      <JoinSection />
      <UpdateSection sendsMail={sendsMail} />
      <DrawSection sendsMail={sendsMail} />
      <HostSection operatorEmail={operatorEmail} />
    </PageContents>
  );
}
