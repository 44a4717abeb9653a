import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import type { WishlistItem } from "#src/entries/schema.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { wishHint } from "../../page/wish-hint.ts";
import { noteField } from "../../requests/form-text.ts";
import { FormSection } from "../../ui/page-parts.tsx";
import { usePoolText } from "../../ui/pool-text/pool-text.ts";
import { PrizeGlance } from "../../ui/prize-text/prize-text.tsx";
import { ChangeResult } from "./change-result.tsx";
import { type EntryChangeResult, prizeIntent } from "./entry-change-form.ts";
import { SAVED_NOTES, storedNoteField } from "./notes/typed-notes.ts";
import type { NoteStore } from "./notes/use-stored-notes.ts";
import { Toggle } from "./toggle.tsx";
import "./entry-wishlist.css";

type EntryWishlistProps = {
  readonly raffle: RaffleView;
  readonly wishes: readonly WishlistItem[];
  readonly keeper: NoteStore;
  readonly disabled: boolean;
  readonly result: EntryChangeResult | null;
};

/** The raffle's prizes with this entry's wishes and notes. A note is saved when its field is left. */
export function EntryWishlist({ raffle, wishes, keeper, disabled, result }: EntryWishlistProps) {
  const { t } = useTranslation("entries");
  const { fallback } = usePoolText(raffle);
  if (wishes.length === 0) return null;
  const prizes = new Map(raffle.prizes.map((prize) => [prize.id, prize]));
  return (
    <FormSection
      title={t("view.prizes")}
      hint={disabled ? undefined : `${t(`wishHint.${wishHint(raffle.prizes)}`)} ${fallback} ${t("view.notesHint")}`}
    >
      <input type="hidden" name={SAVED_NOTES} value={keeper.hasSaved ? "yes" : ""} />
      <ul className="choices">
        {wishes.map((wish) => {
          const prize = prizes.get(wish.prizeId);
          const selected = wish.status === "Selected";
          const isPressed = result?.typed.intent === "prize" && result.typed.toggled?.id === wish.prizeId;
          const state = keeper.states[wish.prizeId];
          return (
            <li key={wish.prizeId} className="choice choice-toggle">
              <div className="wish">
                <p className="wish-name" id={`prize-${wish.prizeId}`}>
                  {wish.name}
                </p>
                {prize && <PrizeGlance prize={prize} />}
              </div>
              {wishes.length > 1 && (
                <Toggle
                  on={selected}
                  value={prizeIntent(wish.prizeId, selected ? "Unselected" : "Selected")}
                  label={selected ? t("view.selected") : t("view.unselected")}
                  labelledBy={`prize-${wish.prizeId}`}
                  failed={t("view.failedWish")}
                  disabled={disabled}
                  pressed={isPressed}
                />
              )}
              <div className="choice-note" hidden={disabled && wish.note === ""}>
                <input type="hidden" name={storedNoteField(wish.prizeId)} value={wish.note} />
                <input
                  type="text"
                  className="input"
                  name={noteField(wish.prizeId)}
                  aria-label={t("view.noteFor", { prize: wish.name })}
                  placeholder={t("view.notePlaceholder")}
                  maxLength={ENTRY_LIMITS.note}
                  defaultValue={result?.typed.notes[wish.prizeId] ?? wish.note}
                  disabled={disabled}
                  onChange={() => keeper.type(wish.prizeId)}
                  onBlur={keeper.leave}
                />
                <p role="status" className={state === "failed" ? "field-error" : "choice-state"}>
                  {state && t(`view.note.${state}`)}
                </p>
              </div>
              {isPressed && <ChangeResult result={result} />}
            </li>
          );
        })}
      </ul>
    </FormSection>
  );
}
