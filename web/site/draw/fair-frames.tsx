import { useId } from "react";
import { useTranslation } from "react-i18next";

const FRAMES = ["list", "number", "drum", "phone"] as const;

/** How a draw is fair, in four drawings of public/fair-frames.svg with a sentence each. */
export function FairFrames() {
  const { t } = useTranslation("draws");
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{t("checks.frames.heading")}</h3>
      <ol className="fair-frames">
        {FRAMES.map((name) => (
          <li key={name}>
            <svg viewBox="0 0 160 110" aria-hidden="true" focusable="false">
              <use href={`/fair-frames.svg#${name}`} />
            </svg>
            <p>{t(`checks.frames.${name}`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
