import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import "./why-pennants.css";

const REASONS = ["businesses", "winners", "loyalty"] as const;

const PICTURES: Record<(typeof REASONS)[number], ReactNode> = {
  // A shop under its awning.
  businesses: (
    <>
      <path d="M8 20v22h32V20M19 42V30h10v12" />
      <path d="M6 18l4-11h28l4 11a5 5 0 0 1-9 3 5 5 0 0 1-9 0 5 5 0 0 1-9 0 5 5 0 0 1-9-3ZM18 7l-3 12M30 7l3 12" />
    </>
  ),
  // A cup with a star.
  winners: (
    <>
      <path d="M14 7h20v12a10 10 0 0 1-20 0ZM14 11H7c0 7 3 11 8 11M34 11h7c0 7-3 11-8 11M24 29v7M15 42h18M19 42c0-4 2-6 5-6s5 2 5 6" />
      <path d="M24 12l1.6 3.2 3.6.5-2.6 2.5.6 3.6-3.2-1.7-3.2 1.7.6-3.6-2.6-2.5 3.6-.5Z" />
    </>
  ),
  // A card that gets a stamp on every visit.
  loyalty: (
    <>
      <path d="M9 9h30a3 3 0 0 1 3 3v24a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V12a3 3 0 0 1 3-3Z" />
      <path d="M11 18l2.5 2.5L18 16M21 18l2.5 2.5L28 16M31 18l2.5 2.5L38 16M11 30l2.5 2.5L18 28" />
      <circle cx="24.5" cy="30" r="3.5" />
      <circle cx="34.5" cy="30" r="3.5" />
    </>
  ),
};

/** Three reasons to take part, hung from a string like banderitas. */
export function WhyPennants({ productName }: { readonly productName: string }) {
  const { t } = useTranslation("pages");
  return (
    <section className="home-section" aria-labelledby="why">
      <header className="home-section-heading">
        <h2 id="why">{t("home.why.heading", { productName })}</h2>
      </header>
      <ul className="pennants">
        {REASONS.map((reason) => (
          <li key={reason} className={`pennant pennant-${reason}`}>
            <svg viewBox="0 0 48 48" width={56} height={56} aria-hidden="true" focusable="false">
              {PICTURES[reason]}
            </svg>
            <h3>{t(`home.why.${reason}Title`)}</h3>
            <p>{t(`home.why.${reason}`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
