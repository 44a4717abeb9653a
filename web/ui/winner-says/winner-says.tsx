import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ShownWords } from "#src/claims/words.ts";

type WinnerSaysProps = Pick<ShownWords, "claimId" | "ticket" | "sentence" | "hasPhoto"> & {
  readonly codeId: string;
  /** Who says it, and of what. */
  readonly children: ReactNode;
};

/** What a winner says, in their own words and picture. */
export function WinnerSays({ codeId, claimId, ticket, sentence, hasPhoto, children }: WinnerSaysProps) {
  const { t } = useTranslation("draws");
  return (
    <figure>
      {hasPhoto && (
        <img src={`/winner-photo/${codeId}/${claimId}.webp`} alt={t("result.photoOf", { ticket })} loading="lazy" />
      )}
      {sentence !== "" && <blockquote>{sentence}</blockquote>}
      <figcaption className="hint">{children}</figcaption>
    </figure>
  );
}
