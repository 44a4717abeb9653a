import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { ReplacementReason } from "#src/draws/protocol/winners/replacements.ts";
import type { WinnersResult } from "./typed-on-card.ts";

type ReplaceQuestionProps = { readonly result: WinnersResult; readonly prize: string };

/** The fact on the page that a claim's winner was replaced. */
export const replacedFact = (claimId: string) => `replaced-${claimId}`;

/** Asks whether somebody is to be replaced: nobody can undo it, and everybody reads it. */
export function ReplaceQuestion({ result, prize }: ReplaceQuestionProps) {
  const { t } = useTranslation("claims");
  const { pathname, search: here } = useLocation();
  const { claimId, ticket, prizeCode, why, note } = result.typed;
  return (
    <form
      method="post"
      action={here || undefined}
      data-asks={replacedFact(claimId)}
      data-asks-at={`${pathname}?q=${ticket}`}
    >
      <div className="notice" role="alert">
        <p>{t("winners.question", { ticket, prize })}</p>
        <p>
          {t("winners.publicReason")} {t(`winners.why.${why as ReplacementReason}`)}
          {note.trim() !== "" && `: ${note}`}
        </p>
        {Object.entries({ claimId, ticket, prizeCode, why, note }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="actions">
          <button type="submit" name="intent" value="replace" className="button button-primary">
            {t("winners.replaceYes")}
          </button>
          <a className="button button-quiet" href={pathname + here}>
            {t("winners.replaceNo")}
          </a>
        </div>
      </div>
    </form>
  );
}
