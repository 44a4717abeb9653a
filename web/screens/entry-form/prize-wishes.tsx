import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { Checkbox } from "../../forms/checkbox.tsx";
import { useFieldError } from "../../forms/form-errors.tsx";
import type { PrizeView, RaffleView } from "../../page/views/raffle-view.ts";
import { noteField } from "../../requests/form-text.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { PrizeGlance } from "../../ui/prize-text/prize-text.tsx";

type PrizeWishesProps = {
  readonly raffle: RaffleView;
  readonly wished: readonly string[];
  readonly notes: Readonly<Record<string, string>>;
};

/** The raffle's prizes as wishes to tick, each with a note. */
export function PrizeWishes({ raffle, wished, notes }: PrizeWishesProps) {
  const { t } = useTranslation("entries");
  const { error } = useFieldError("wishes");
  if (raffle.prizes.length === 0) return null;
  return (
    <FormSection title={t("form.prizes")} hint={t("form.prizesHint")} error={error}>
      <ul className="choices">
        {raffle.prizes.map((prize) => (
          <PrizeWish key={prize.id} prize={prize} wished={wished.includes(prize.id)} note={notes[prize.id] ?? ""} />
        ))}
      </ul>
    </FormSection>
  );
}

function PrizeWish({ prize, wished, note }: { prize: PrizeView; wished: boolean; note: string }) {
  const { t } = useTranslation("entries");
  return (
    <li className="choice choice-with-note">
      <Checkbox name="wishes" value={prize.id} defaultChecked={wished} label={prize.name} />
      <PrizeGlance prize={prize} />
      <input
        type="text"
        className="input choice-note"
        name={noteField(prize.id)}
        aria-label={t("form.noteFor", { prize: prize.name })}
        placeholder={t("form.notePlaceholder")}
        maxLength={ENTRY_LIMITS.note}
        defaultValue={note}
      />
    </li>
  );
}
