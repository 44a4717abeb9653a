import type { DeskHeadView } from "./desk-head-view.ts";
import "./desk-head.css";

/** What waits has the colour of all chips. */
const LOOKS = { open: "chip-open", closed: "", locked: "chip-locked", drawn: "chip-open" } as const;

/**
 * What every page of a raffle's desk begins with: whose desk it is, how far the raffle is, and the way to all else. A
 * laptop has the tabs in the same row. On a phone they are a bar at the foot, whose last target opens the others.
 */
export function DeskHead({ head }: { readonly head: DeskHeadView }) {
  const { name, codeId, look, state, label, more, tabs, ways } = head;
  const current = tabs.find((tab) => tab.current);
  return (
    <header className="desk-head">
      <details className="desk-raffle" data-menu>
        <summary>
          <strong>{name}</strong>
        </summary>
        <div className="site-menu-panel desk-panel">
          <p>{codeId}</p>
          <Ways ways={ways} />
        </div>
      </details>
      <p className={`chip ${LOOKS[look]}`}>{state}</p>
      <nav className="desk-tabs" aria-label={label}>
        <ul>
          {tabs.map(({ icon, ...tab }) => (
            <li key={tab.href} className={icon ? "desk-tab" : undefined}>
              <Way way={tab} icon={icon} />
            </li>
          ))}
        </ul>
        <details className="desk-more" data-menu data-current={!current?.icon || undefined}>
          <summary>
            <Icon path="M4 7h16M4 12h16M4 17h16" />
            {more}
          </summary>
          <ul className="site-menu-panel desk-panel">
            {tabs.map((tab) => (
              <li key={tab.href}>
                {tab.screens.length === 0 && <Way way={tab} />}
                {tab.screens[0] && tab.screens[0].label !== tab.label && <strong>{tab.label}</strong>}
                <Ways ways={tab.screens} />
              </li>
            ))}
          </ul>
        </details>
      </nav>
      {current && current.screens.length > 0 && (
        <nav className="desk-screens" aria-label={current.label}>
          <Ways ways={current.screens} />
        </nav>
      )}
    </header>
  );
}

type WayView = DeskHeadView["tabs"][number]["screens"][number];

function Ways({ ways }: { readonly ways: readonly (Omit<WayView, "current"> & Partial<WayView>)[] }) {
  if (ways.length === 0) return null;
  return (
    <ul>
      {ways.map((way) => (
        <li key={way.href}>
          <Way way={way} />
        </li>
      ))}
    </ul>
  );
}

type WayProps = {
  readonly way: { readonly label: string; readonly href: string; readonly current?: "page" | "true" | undefined };
  readonly icon?: string | undefined;
};

function Way({ way: { label, href, current }, icon }: WayProps) {
  return (
    <a href={href} aria-current={current}>
      {icon && <Icon path={icon} />}
      {label}
    </a>
  );
}

function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
