import { useTranslation } from "react-i18next";
import type { Language } from "#src/i18n/languages.ts";
import { formatSpan } from "#src/i18n/span.ts";
import { PageScript } from "../../page/page-script.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import script from "./drive-check-time.ts?inline-script";

/** Until when a list can be checked, and how long that is in milliseconds. Null for one that locks by hand alone. */
export type CheckTimeView = { readonly until: Date; readonly leftMs: number } | null;

/** How long a list that is not locked can be checked. */
export function checkTimeView(lockAt: Date | null, now: Date): CheckTimeView {
  return lockAt && { until: lockAt, leftMs: lockAt.getTime() - now.getTime() };
}

/** Says until when the organiser can check entries. The script counts down; without it the sentence stays true. */
export function CheckTime({ time }: { readonly time: CheckTimeView }) {
  const { t, i18n } = useTranslation("draws");
  const timestamp = useTimestamps();
  if (time === null) return <p>{t("desk.locksByHand")}</p>;
  const isOver = time.leftMs <= 0;
  return (
    <>
      <p data-check-time={time.leftMs} hidden={isOver}>
        {t("desk.checkUntil", timestamp(time.until))} {t("desk.timeLeft")}{" "}
        <b>{formatSpan(Math.max(0, time.leftMs), i18n.language as Language)}</b>
      </p>
      <p role="status" hidden={!isOver}>
        {t("desk.checkOver")}
      </p>
      <PageScript text={script} />
    </>
  );
}
