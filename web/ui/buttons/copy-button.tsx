import { useTranslation } from "react-i18next";

/** Copies a text that stands beside it, by the small script of every page; hidden without it. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation("site");
  return (
    <button
      type="button"
      className="button button-secondary needs-script"
      data-copy={text}
      data-copied={t("copied")}
      aria-label={t("copyNamed", { label })}
    >
      {t("copy")}
    </button>
  );
}
