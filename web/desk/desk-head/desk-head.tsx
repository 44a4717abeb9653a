import type { DeskHeadView } from "./desk-head-view.ts";
import "./desk-head.css";

/** What waits has the colour of all chips. */
const LOOKS = { open: "chip-open", closed: "", locked: "chip-locked", drawn: "chip-open" } as const;

/** What every page of a raffle's desk begins with: whose desk it is, how far the raffle is, and the way to all else. */
export function DeskHead({ head }: { readonly head: DeskHeadView }) {
  const { name, codeId, look, state, next, again, label, tabs, screens } = head;
  return (
    <section className="desk-head" aria-label={label}>
      <p className="desk-head-name">
        <a href={`/raffle/${codeId}`}>{name}</a>
        <span>{codeId}</span>
        <a className="desk-head-again" href={again.href}>
          {again.label}
        </a>
      </p>
      <p className="desk-head-state">
        <span className={`chip ${LOOKS[look]}`}>{state}</span>
        <a href={next.href}>{next.label}</a>
      </p>
      <nav aria-label={label}>
        <Ways ways={tabs} className="desk-tabs" />
        {screens.length > 0 && <Ways ways={screens} className="desk-screens" />}
      </nav>
    </section>
  );
}

function Ways({ ways, className }: { readonly ways: DeskHeadView["tabs"]; readonly className: string }) {
  return (
    <ul className={className}>
      {ways.map(({ label, href, current }) => (
        <li key={href}>
          <a href={href} aria-current={current}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
