import type { stampCards } from "../../../page/views/stations-view.ts";
import { ScriptButton } from "../../../ui/buttons/buttons.tsx";
import { FormSection } from "../../../ui/page-parts.tsx";
import "./stamp-card.css";

/** The entrant's cards, which fill with stamps. On paper each stays in one piece. */
export function StampCard({ title, print, cards }: NonNullable<Awaited<ReturnType<typeof stampCards>>>) {
  if (cards.length === 0) return null;
  return (
    <FormSection anchor="card" title={title}>
      {cards.map(({ id, text, stations }) => (
        <div key={id} className="stamp-card">
          <p>{text}</p>
          <ul>
            {stations.map(({ id: station, name, place, isStamped, state }) => (
              <li key={station} data-stamped={isStamped || undefined}>
                <b>{name}</b> {place && <small>{place}</small>} <span>{state}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ScriptButton label={print} look="quiet" data-print="" />
    </FormSection>
  );
}
