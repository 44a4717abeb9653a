import { Trans, useTranslation } from "react-i18next";
import type { PageHandle } from "#src/http/page-handle.ts";
import { readWitnesses } from "#src/tlog/witness/stored-logs.ts";
import { DrawChecks } from "../../draw-checks/draw-checks.tsx";
import { siteLoader } from "../../requests/screens.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/verify.route.ts";
import { offlinePage } from "./make-offline-page.ts";

export const handle: PageHandle = { cached: { shows: "raffles" } };

export const loader = siteLoader("draws:verify.description", async ({ site }) => ({
  offlineSha256: offlinePage().sha256,
  witnesses: await readWitnesses(site.db),
}));

/** Checks of files that the visitor has: nothing of them is sent. */
export default function Verify({ loaderData: { offlineSha256, witnesses } }: Route.ComponentProps) {
  const { t } = useTranslation("draws");
  return (
    <>
      <PageHeading title={t("verify.heading")} lead={t("verify.lead")} />
      <DrawChecks witnesses={witnesses} />
      <section className="draw-checks" aria-labelledby="other-ways">
        <h2 id="other-ways">{t("verify.otherWays")}</h2>
        <h3>{t("verify.offlineTitle")}</h3>
        <p>{t("verify.offline")}</p>
        <p>
          <ButtonLink label={t("verify.offlineLink")} href="/verify-offline.html" download />
        </p>
        <dl className="facts">
          <div>
            <dt>{t("verify.offlineSha256")}</dt>
            <dd translate="no">{offlineSha256}</dd>
          </div>
        </dl>
        <h3>{t("verify.commandTitle")}</h3>
        <p>
          <Trans t={t} i18nKey="verify.command" components={{ code: <code /> }} />
        </p>
        <h3>{t("verify.handTitle")}</h3>
        <p>{t("verify.hand")}</p>
      </section>
    </>
  );
}
