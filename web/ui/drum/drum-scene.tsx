import { SHADED_EDGE, TICKET_OUTLINE, TICKET_STAR } from "./ticket-outline.ts";
import "./drum-scene.css";

/** A raffle drum on its stand, full of tickets, one of them on its way out. Decoration only. */
export function DrumScene() {
  return (
    <svg className="drum-scene on-screen" viewBox="0 0 480 440" aria-hidden="true" focusable="false">
      <defs>
        <clipPath id="drum-inside">
          <circle cx="220" cy="225" r="138" />
        </clipPath>
        <pattern id="drum-mesh" width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="drum-mesh-line" d="M0 0H26M0 0V26" />
        </pattern>
      </defs>
      <ellipse className="drum-ground" cx="220" cy="412" rx="190" ry="18" />
      <Bar d="M236 225L148 400M236 225L324 400" />
      <path className="drum-bar drum-bar-shade" d="M236 225L148 400M236 225L324 400" />
      <g className="drum-turns">
        <circle className="drum-body" cx="220" cy="225" r="140" />
        <g clipPath="url(#drum-inside)">
          {HEAP.map(([x, y, turn, colour]) => (
            <Ticket key={`${x} ${y}`} x={x} y={y} turn={turn} scale={0.72} colour={colour} />
          ))}
        </g>
        <circle className="drum-mesh" cx="220" cy="225" r="138" />
        <Bar part="drum-rim" d="M80 225A140 140 0 0 1 360 225 140 140 0 0 1 80 225Z" />
        <Bar part="drum-door" d="M284 101A140 140 0 0 1 344 161" />
      </g>
      <path className="drum-bar drum-rim drum-bar-shade" d="M354 266A140 140 0 0 1 120 323" />
      <Bar d="M151 362H289M220 225L128 406M220 225L312 406" />
      <g className="drum-crank-turns">
        <Bar d="M220 225L150 176V150" />
        <circle className="drum-knob" cx="150" cy="142" r="17" />
      </g>
      <circle className="drum-axle" cx="220" cy="225" r="22" />
      <g className="drum-out">
        <g className="drum-flying">
          <Ticket x={352} y={104} turn={-34} scale={1.25} colour="mango" star />
        </g>
        <Ticket x={420} y={220} turn={22} scale={0.8} colour="surface" star />
        <Ticket x={430} y={330} turn={-14} scale={0.62} colour="teal" />
        <path className="drum-confetti drum-fill-red" d="M384 268l20 6-16 16z" />
        <path className="drum-confetti drum-fill-teal" d="M292 34l20 4-14 18z" />
        <path className="drum-confetti drum-fill-mango" d="M442 140l18 8-18 12z" />
        <path className="drum-confetti drum-fill-mango" d="M232 24l18-6-4 22z" />
      </g>
    </svg>
  );
}

/** A bar with an outline: a thick stroke, and a thinner one of its colour on it. */
function Bar({ part = "", d }: { readonly part?: string; readonly d: string }) {
  return (
    <>
      <path className={`drum-bar ${part} drum-edge`} d={d} />
      <path className={`drum-bar ${part}`} d={d} />
    </>
  );
}

type Colour = "red" | "mango" | "teal" | "surface";

const HEAP: readonly (readonly [x: number, y: number, turn: number, colour: Colour])[] = [
  [120, 262, 38, "teal"],
  [186, 246, -12, "mango"],
  [262, 252, 24, "red"],
  [322, 268, -40, "mango"],
  [150, 296, -24, "red"],
  [222, 286, 10, "surface"],
  [290, 300, -14, "teal"],
  [176, 332, 16, "mango"],
  [250, 334, -20, "red"],
  [216, 356, 4, "teal"],
];

type TicketProps = {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly scale: number;
  readonly colour: Colour;
  readonly star?: boolean;
};

function Ticket({ x, y, turn, scale, colour, star = false }: TicketProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
      <path className={`drum-ticket drum-fill-${colour}`} d={TICKET_OUTLINE} />
      <path className="drum-shade" d={SHADED_EDGE} />
      <path className="drum-perforation" d="M21-14V16" />
      {star && <path className="drum-star" d={TICKET_STAR} />}
    </g>
  );
}
