/** Units of the drawing; the page scales it, and crops it on narrow screens. */
const WIDTH = 1600;
const HEIGHT = 200;

type Line = {
  /** Where the first span starts; spans repeat until the drawing ends. */
  readonly from: number;
  readonly top: number;
  readonly span: number;
  readonly sag: number;
  readonly flags: number;
  readonly size: number;
};

const BACK: Line = { from: -330, top: -6, span: 520, sag: 74, flags: 13, size: 24 };
const FRONT: Line = { from: -60, top: -4, span: 430, sag: 92, flags: 9, size: 34 };

const COLOURS = ["red", "mango", "teal"] as const;

/** Banderitas strung over the whole width of the screen, in the colours of the drum below. Decoration only. */
export function Bunting() {
  return (
    <svg
      className="bunting"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      <StringOfFlags line={BACK} className="bunting-back" />
      <StringOfFlags line={FRONT} className="bunting-front" />
    </svg>
  );
}

function StringOfFlags({ line, className }: { readonly line: Line; readonly className: string }) {
  const spans = Array.from({ length: Math.ceil((WIDTH - line.from) / line.span) }, (_, index) => index);
  return (
    <g className={className}>
      {spans.flatMap((span) =>
        Array.from({ length: line.flags }, (_, flag) => {
          const place = (flag + 0.5) / line.flags;
          const number = span * line.flags + flag;
          const x = line.from + (span + place) * line.span;
          return (
            <g
              key={number}
              className={`drum-fill-${COLOURS[number % COLOURS.length]}`}
              transform={`translate(${x.toFixed(1)} ${hang(line, place).toFixed(1)}) rotate(${tilt(line, place).toFixed(1)})`}
            >
              <path d={flagPath(number, line.size)} />
              <path className="drum-shade" d={`M${-line.size / 2} 0h${line.size}v5h${-line.size}Z`} />
            </g>
          );
        }),
      )}
      <path className="bunting-string" d={spans.map((index) => stringPath(line, index)).join("")} />
    </g>
  );
}

/** The depth of the string at a position from 0 to 1 of its span. */
function hang({ top, sag }: Line, place: number): number {
  return top + 4 * sag * place * (1 - place);
}

/** A flag tilts with the string, but less, because it hangs. */
function tilt({ sag, span }: Line, place: number): number {
  return (Math.atan((4 * sag * (1 - 2 * place)) / span) * 180) / Math.PI / 2;
}

/** A parabola is a quadratic curve whose control point lies twice as deep as the sag. */
function stringPath({ from, top, span, sag }: Line, index: number): string {
  const x = from + index * span;
  return `M${x} ${top}Q${x + span / 2} ${top + 2 * sag} ${x + span} ${top}`;
}

/** Three shapes in rotation: a point, a swallowtail, and a paper flag with a round tail. */
function flagPath(number: number, size: number): string {
  const half = size / 2;
  const long = size * 1.35;
  const cut = Math.floor(number / COLOURS.length) % 3;
  if (cut === 0) return `M${-half} 0H${half}L0 ${long}Z`;
  if (cut === 1) return `M${-half} 0H${half}V${long}L0 ${long * 0.68}L${-half} ${long}Z`;
  return `M${-half} 0H${half}V${long - half}A${half} ${half} 0 0 1 ${-half} ${long - half}Z`;
}
