import { TICKET_OUTLINE } from "./ticket-outline.ts";
import "./drum-scene.css";

/** A raffle drum on its stand, full of tickets, one of them on its way out. Decoration only. */
export function DrumScene() {
  return (
    <svg className="drum-scene" viewBox="0 0 480 440" aria-hidden="true" focusable="false">
      <defs>
        <clipPath id="drum-inside">
          <circle cx="220" cy="225" r="136" />
        </clipPath>
        <pattern id="drum-mesh" width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="drum-mesh-line" d="M0 0H26M0 0V26" />
        </pattern>
      </defs>
      <ellipse className="drum-ground" cx="220" cy="412" rx="190" ry="18" />
      <path className="drum-leg drum-leg-far" d="M236 225L140 406M236 225L332 406" />
      <g className="drum-turns">
        <circle className="drum-body" cx="220" cy="225" r="140" />
        <g clipPath="url(#drum-inside)">
          {HEAP.map(([x, y, turn, colour]) => (
            <Ticket key={`${x} ${y}`} x={x} y={y} turn={turn} scale={0.72} colour={colour} />
          ))}
        </g>
        <circle className="drum-mesh" cx="220" cy="225" r="138" />
        <circle className="drum-rim" cx="220" cy="225" r="140" />
        <path className="drum-door" d="M284 101A140 140 0 0 1 344 161" />
      </g>
      <path className="drum-leg" d="M220 225L124 406M220 225L316 406M146 366H294" />
      <g className="drum-crank-turns">
        <path className="drum-crank" d="M220 225L150 176V150" />
        <circle className="drum-knob" cx="150" cy="146" r="15" />
      </g>
      <circle className="drum-axle" cx="220" cy="225" r="20" />
      <g className="drum-out">
        <g className="drum-flying">
          <Ticket x={352} y={104} turn={-34} scale={1.25} colour="surface" star />
        </g>
        <Ticket x={420} y={214} turn={22} scale={0.8} colour="mango" star />
        <Ticket x={434} y={330} turn={-14} scale={0.62} colour="teal" />
        <path className="drum-confetti drum-fill-red" d="M388 262l14 5-5 14-14-5z" />
        <path className="drum-confetti drum-fill-teal" d="M300 42l12-8 8 12-12 8z" />
        <circle className="drum-confetti drum-fill-mango" cx="450" cy="150" r="8" />
        <circle className="drum-confetti drum-fill-red" cx="262" cy="58" r="6" />
        <circle className="drum-confetti drum-fill-teal" cx="378" cy="352" r="6" />
      </g>
    </svg>
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
      <path className="drum-perforation" d="M21-16V18" />
      {star && (
        <path className="drum-star" d="M-18-15l4.4 9.4 10.3 1.3-7.6 7 2 10.2-9.1-5-9.1 5 2-10.2-7.6-7 10.3-1.3z" />
      )}
    </g>
  );
}
