import { useTranslation } from "react-i18next";
import { Notice } from "../notice.tsx";

/** Why an entry was not taken yet from a browser that runs no scripts, and so cannot solve a puzzle. */
export function RobotReason({ seconds }: { readonly seconds: number | null }) {
  const { t } = useTranslation("entries");
  return (
    <noscript>
      <Notice kind="error">{seconds === null ? t("form.trapped") : t("form.rush", { seconds })}</Notice>
    </noscript>
  );
}
