import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import type { WishlistItem } from "#src/entries/schema.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { noteField } from "../../requests/form-text.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { PrizeGlance } from "../../ui/prize-text/prize-text.tsx";
import { prizeIntent } from "./entry-change-form.ts";
import { Toggle } from "./toggle.tsx";
import "./entry-wishlist.css";

type EntryWishlistProps = {
  readonly raffle: RaffleView;
  readonly wishes: readonly WishlistItem[];
  /** The notes as last sent: a toggle must not lose typed text. */
  readonly notes: Readonly<Record<string, string>>;
  readonly disabled: boolean;
};

/** The raffle's prizes with this entry's wishes and notes. */
export function EntryWishlist({ raffle, wishes, notes, disabled }: EntryWishlistProps) {
  const { t } = useTranslation("entries");
  if (wishes.length === 0) return null;
  const prizes = new Map(raffle.prizes.map((prize) => [prize.id, prize]));
  return (
    <FormSection title={t("view.prizes")}>
      <ul className="choices">
        {wishes.map((wish) => {
          const prize = prizes.get(wish.prizeId);
          const selected = wish.status === "Selected";
          return (
            <li key={wish.prizeId} className="choice choice-toggle">
              <div className="wish">
                <p className="wish-name">{wish.name}</p>
                {prize && <PrizeGlance prize={prize} />}
                <input
                  type="text"
                  className="input choice-note"
                  name={noteField(wish.prizeId)}
                  aria-label={t("view.noteFor", { prize: wish.name })}
                  placeholder={t("view.notePlaceholder")}
                  maxLength={ENTRY_LIMITS.note}
                  defaultValue={notes[wish.prizeId] ?? wish.note}
                  disabled={disabled}
                />
              </div>
              <Toggle
                on={selected}
                value={prizeIntent(wish.prizeId, selected ? "Unselected" : "Selected")}
                label={selected ? t("view.selected") : t("view.unselected")}
                action={selected ? t("view.unselect", { prize: wish.name }) : t("view.select", { prize: wish.name })}
                failed={t("view.failedWish")}
                disabled={disabled}
              />
            </li>
          );
        })}
      </ul>
    </FormSection>
  );
}
