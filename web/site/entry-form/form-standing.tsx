import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { standingIn, waitsForShop } from "#src/entries/standing/rules.ts";
import type { StandingView } from "#src/entries/standing/standing-line.ts";
import { standingText } from "#src/entries/standing/standing-text.ts";
import type { Proof } from "#src/raffles/proof/ways.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { StandingLine } from "../../ui/standing/standing-line.tsx";

type Ticks = { readonly rules: readonly string[]; readonly wishes: readonly string[] };

/** The line of truth of what is ticked in the form: what would be, and once it `isSent` what is. */
export function useStanding(
  raffle: RaffleView,
  { rules, wishes }: Ticks,
  isSent: boolean,
): StandingView & { readonly waits: boolean } {
  const { t } = useTranslation(["entries"]);
  const selected = wishes.map((prizeId) => ({ prizeId, status: "Selected" as const }));
  // A tick that waits for the shop is no rule done.
  const ticked = (by: Proof) =>
    raffle.rules.flatMap(({ id, proof }) => (proof === by && rules.includes(id) ? [id] : []));
  const ticks = { doneRules: ticked("said"), claimedRules: ticked("checked") };
  const standing = standingIn(raffle)({ ...ticks, earned: {}, wishes: selected, disqualifiedFor: null });
  return {
    state: standing.state,
    waits: waitsForShop(standing),
    text: standingText(standing, (key, params = {}) => t(key, params), {
      phase: raffle.open ? "open" : "closed",
      isSent,
    }),
  };
}

/**
 * What the entry could win with the boxes that are ticked. It follows them, so that it is shown once the form's script
 * runs: without it, the hints beside the boxes say what they mean.
 */
export function FormStanding({ raffle, ...sent }: Ticks & { readonly raffle: RaffleView }) {
  const [ticks, setTicks] = useState<Ticks | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const standing = useStanding(raffle, ticks ?? sent, false);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const read = () => setTicks({ rules: ticked(form, "rules"), wishes: ticked(form, "wishes") });
    read();
    form.addEventListener("change", read);
    return () => form.removeEventListener("change", read);
  }, []);
  return <div ref={place}>{ticks && <StandingLine standing={standing} />}</div>;
}

function ticked(form: HTMLFormElement, name: string): string[] {
  return new FormData(form).getAll(name).filter((id) => typeof id === "string");
}
