import { useTranslation } from "react-i18next";
import { PageContents } from "../../ui/page-contents/page-contents.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { DrawSection } from "./draw-section.tsx";
import { HostSection } from "./host-section.tsx";
import { JoinSection } from "./join-section.tsx";
import { UpdateSection } from "./update-section.tsx";
import "./how-it-works.css";

const SECTIONS = ["join", "update", "draw", "host"] as const;

type HowItWorksProps = { readonly operatorEmail: string | null; readonly sendsMail: boolean };

/** The instructions: joining, changing an entry, how winners are drawn, hosting. */
export function HowItWorks({ operatorEmail, sendsMail }: HowItWorksProps) {
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
