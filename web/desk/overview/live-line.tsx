import { useTranslation } from "react-i18next";
import "./live-line.css";
import type { LiveStatus } from "./use-live-overview.ts";

/** Whether the numbers are live. Screen readers announce only a change of this, never the numbers. */
export function LiveLine({ status }: { readonly status: LiveStatus }) {
  const { t } = useTranslation("desk");
  return (
    <p className="live-line">
      <span className="chip live-chip needs-script" role="status" data-status={status}>
        {t(`overview.status.${status}`)}
      </span>
      {status !== "live" && (
        <a className="live-refresh" href="?">
          {t("overview.refresh")}
        </a>
      )}
    </p>
  );
}
