import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { Logo } from "../../theme/logo.tsx";
import "./loading-ripple.css";

/** The drum turns while a request is pending. It appears after a short delay, so that quick answers do not flicker. */
export function LoadingRipple() {
  const { t } = useTranslation("site");
  const busy = useNavigation().state !== "idle";
  return (
    <div className="ripple" data-busy={busy} role="status" aria-live="polite">
      {busy && (
        <>
          <Logo size={48} />
          <span className="visually-hidden">{t("loading")}</span>
        </>
      )}
    </div>
  );
}
