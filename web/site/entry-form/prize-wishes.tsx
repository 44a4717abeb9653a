import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { Checkbox } from "../../forms/fields.tsx";
import { useFieldError } from "../../forms/form.tsx";
import type { PrizeView, RaffleView } from "../../page/views/raffle-view.ts";
import { wishHint } from "../../page/wish-hint.ts";
import { noteField } from "../../requests/form-text.ts";
import { FormSection } from "../../ui/page-parts.tsx";
import { usePoolText } from "../../ui/pool-text/pool-text.ts";
import { PrizePicture, PrizeText } from "../../ui/prize-text/prize-text.tsx";
import "./prize-wishes.css";

type PrizeWishesProps = {
  readonly raffle: RaffleView;
  readonly wished: readonly string[];
  readonly notes: Readonly<Record<string, string>>;
};

/** The raffle's prizes as tiles to tick, each with a note. One prize offers no choice: it is wished for. */
export function PrizeWishes({ raffle, wished, notes }: PrizeWishesProps) {
  const { t } = useTranslation("entries");
  const { error } = useFieldError("wishes");
  const { fallback } = usePoolText(raffle);
  if (raffle.prizes.length === 0) return null;
  const isOnly = raffle.prizes.length === 1;
  return (
    <FormSection
      title={t("form.prizes")}
      hint={`${t(`wishHint.${wishHint(raffle.prizes)}`)} ${fallback}`}
      error={error}
    >
      <ul className="choices wish-tiles">
        {raffle.prizes.map((prize) => (
          <li key={prize.id} className={isOnly ? "choice" : "choice choice-with-note wish-tile"}>
            <PrizePicture prize={prize} sizes="(width >= 35rem) 13rem, 40vw" />
            {isOnly ? (
              <p className="wish-name">
                <input type="hidden" name="wishes" value={prize.id} /> {prize.name}
              </p>
            ) : (
              <Checkbox name="wishes" value={prize.id} defaultChecked={wished.includes(prize.id)} label={prize.name} />
            )}
            <PrizeText prize={prize} />
            <WishNote prize={prize} note={notes[prize.id] ?? ""} />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function WishNote({ prize, note }: { readonly prize: PrizeView; readonly note: string }) {
  const { t } = useTranslation("entries");
  return (
    <input
      type="text"
      className="input choice-note"
      name={noteField(prize.id)}
      aria-label={t("form.noteFor", { prize: prize.name })}
      placeholder={t("form.notePlaceholder")}
      maxLength={ENTRY_LIMITS.note}
      defaultValue={note}
    />
  );
}
