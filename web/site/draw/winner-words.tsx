import { useTranslation } from "react-i18next";
import type { DrawView } from "./draw-view.ts";

type WinnerWordsProps = { readonly words: DrawView["words"]; readonly codeId: string };

/** What winners say, in their own words and pictures. */
export function WinnerWords({ words, codeId }: WinnerWordsProps) {
  const { t } = useTranslation("draws");
  return (
    <section aria-labelledby="words">
      <h2 id="words">{t("result.words")}</h2>
      <ul className="winners-say">
        {words.map(({ claimId, ticket, name, prize, sentence, hasPhoto }) => (
          <li key={claimId}>
            <figure>
              {hasPhoto && (
                <img
                  src={`/winner-photo/${codeId}/${claimId}.webp`}
                  alt={t("result.photoOf", { ticket })}
                  loading="lazy"
                />
              )}
              {sentence !== "" && <blockquote>{sentence}</blockquote>}
              <figcaption className="hint">{[name ?? `#${ticket}`, prize].join(" · ")}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
