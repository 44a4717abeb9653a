import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";

type LinesLeftProps = { readonly count: number; readonly file: string; readonly look: string };

/** What is left of a file whose good lines were added. */
export function LinesLeft({ count, file, look }: LinesLeftProps) {
  const { t } = useTranslation("desk");
  const number = { count, lines: count };
  return (
    <section className="notice notice-info" aria-labelledby="left">
      <h2 id="left">{t("import.left", number)}</h2>
      <p>{t("import.leftHint")}</p>
      <p className="actions">
        <ButtonLink label={t("import.downloadBad", number)} href={file} download />
        <ButtonLink label={t("import.leftLook")} href={look} />
      </p>
    </section>
  );
}
