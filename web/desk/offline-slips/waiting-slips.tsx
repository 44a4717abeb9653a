import { useTranslation } from "react-i18next";
import { PageScript } from "../../page/page-script.tsx";
import { usePageTexts, useTimestamps } from "../../page/page-texts.tsx";
import script from "./drive-slips.ts?inline-script";
import type { OfflineView } from "./offline-view.ts";
import "./offline-slips.css";

/**
 * The slips that wait in this browser, which its script alone knows: how many, which, and what became of those that
 * were sent.
 */
export function WaitingSlips({ view }: { readonly view: OfflineView }) {
  const { t } = useTranslation(["claims", "messages"]);
  const { timeZone } = usePageTexts();
  const timestamp = useTimestamps();
  const { raffleId, codeId, siteKey, dueDate, form, stores } = view;
  return (
    <>
      <section
        hidden
        className="offline-slips"
        aria-label={t("slips.heading")}
        data-slips=""
        data-raffle={raffleId}
        data-key={siteKey}
        data-zone={timeZone}
        data-address={`/helping/${codeId}/slips`}
        data-stores={stores ? form : undefined}
        data-one={t("slips.waitsOne")}
        data-many={t("slips.waitsMany", { n: "{n}" })}
        data-label={t("slips.label", { number: "{number}", time: "{time}" })}
        data-stored={t("slips.stored", { slip: "{slip}" })}
        data-bare={t("slips.noContact")}
        data-incomplete={t("slips.incomplete")}
        data-full={t("slips.full")}
        data-unstored={t("slips.unstored")}
        data-added-one={t("slips.addedOne")}
        data-added-many={t("slips.addedMany", { n: "{n}" })}
        data-offline={t("slips.offline")}
        data-broken={t("messages:failed")}
        data-stays={t("slips.stays")}
        data-leave={t("slips.leave")}
      >
        <div role="status">
          <p className="offline-slips-count" data-slips-count="" />
          <ul className="offline-slips-said" data-slips-said="" />
        </div>
        <ul className="offline-slips-list" data-slips-list="" aria-label={t("slips.waiting")} />
        <div className="actions">
          <button type="button" className="button" data-slips-send="" hidden>
            {t("slips.send")}
          </button>
          <a className="button" data-slips-refused="" hidden href={`${form}?refused#refused-slips`}>
            {t("slips.showRefused")}
          </a>
        </div>
        <p className="hint">{t("slips.hint")}</p>
        <p className="hint">{t("slips.until", timestamp(dueDate))}</p>
      </section>
      <PageScript text={script} />
    </>
  );
}
