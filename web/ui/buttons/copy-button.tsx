import { useTranslation } from "react-i18next";
import { ScriptButton } from "./buttons.tsx";

type CopyButtonProps = {
  readonly text: string;
  /** What it copies, for screen readers, where a page has several. */
  readonly label?: string;
  /** What it says instead of "Copy". */
  readonly says?: string;
  readonly look?: "primary";
};

/** Copies a text that stands beside it, by the small script of every page. */
export function CopyButton({ text, label, says, look }: CopyButtonProps) {
  const { t } = useTranslation("site");
  return (
    <ScriptButton
      label={says ?? t("copy")}
      look={look}
      data-copy={text}
      data-copied={t("copied")}
      aria-label={label && t("copyNamed", { label })}
    />
  );
}
