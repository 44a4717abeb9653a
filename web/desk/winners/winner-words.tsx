import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { WinnersScreen } from "./typed-on-card.ts";
import type { WinnerView } from "./winners-page.ts";

type WinnerWordsProps = WinnersScreen & { readonly winner: WinnerView };

/** What the winner would like everybody to see, and whether they do. */
export function WinnerWords({ winner: { id, ticket, words }, codeId, accessCode }: WinnerWordsProps) {
  const { t } = useTranslation("claims");
  const { search: here } = useLocation();
  if (!words) return null;
  const { sentence, hasPhoto, shown, version } = words;
  const hidden = { claimId: id, ticket, version };
  return (
    <form method="post" action={here || undefined} className="winner-words">
      <p>{t(shown ? "winners.wordsShown" : "winners.wordsHidden")}</p>
      {sentence !== "" && <blockquote>{sentence}</blockquote>}
      {hasPhoto && (
        <img
          src={`/unshown-photo/${codeId}/${accessCode}?claim=${id}`}
          alt={t("winners.photoOf", { ticket })}
          loading="lazy"
        />
      )}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" name="intent" value={shown ? "hide-words" : "show-words"} className="button">
        {t(shown ? "winners.hideWords" : "winners.showWords")}
        <span className="visually-hidden"> #{ticket}</span>
      </button>
    </form>
  );
}
