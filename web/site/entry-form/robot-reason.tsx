import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/notice.tsx";

/** Why the site did not take the entry: the browser runs no scripts, so it cannot solve the puzzle. */
export function RobotReason({ seconds }: { readonly seconds: number | null }) {
  const { t } = useTranslation("entries");
  return (
    <noscript>
      <Notice kind="error">{seconds === null ? t("form.trapped") : t("form.rush", { seconds })}</Notice>
    </noscript>
  );
}
