import { FLAG_COLOURS, INK, RED } from "#src/raffles/pictures/drawn/colours.ts";

/** What pictures that a visitor's browser draws have in common. All are as wide as a phone shows them. */
export const WIDTH = 720;
export const MARGIN = 56;

/** The site's font, which a canvas does not wait for. Without it the system's is drawn. */
export async function loadFont(): Promise<void> {
  await document.fonts.load("800 48px Tambiolo").catch(() => undefined);
}

/** Flags along the upper edge. @param sway pixels by which their tips lean to the right */
export function drawBunting(context: CanvasRenderingContext2D, sway = 0): void {
  const side = 72;
  for (let at = 0; at < WIDTH / side; at += 1) {
    context.fillStyle = FLAG_COLOURS[at % FLAG_COLOURS.length] ?? RED;
    context.beginPath();
    context.moveTo(at * side, 0);
    context.lineTo((at + 1) * side, 0);
    context.lineTo((at + 0.5) * side + sway, 62);
    context.fill();
  }
}

/** A box with round corners and an outline, from the top of what is drawn at. */
export function box(
  context: CanvasRenderingContext2D,
  {
    left,
    width,
    height,
    color,
  }: { readonly left: number; readonly width: number; readonly height: number; readonly color: string },
): void {
  context.beginPath();
  context.roundRect(left, 0, width, height, 14);
  context.fillStyle = color;
  context.fill();
  context.strokeStyle = INK;
  context.lineWidth = 3;
  context.stroke();
}

/** Fills a path of SVG. */
export function fill(context: CanvasRenderingContext2D, path: string, color: string): void {
  context.fillStyle = color;
  context.fill(new Path2D(path));
}

/** Draws the line of a path of SVG, with round ends. */
export function stroke(context: CanvasRenderingContext2D, path: string, color: string, width: number): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke(new Path2D(path));
}

type PlacedText = {
  readonly top: number;
  readonly size: number;
  readonly color: string;
  readonly lines?: number;
  readonly left?: number;
  readonly width?: number;
  readonly align?: "left" | "center";
};

/** A text in one line or more, smaller where it would not fit. Its place has pixels, from the top left. */
export function drawText(context: CanvasRenderingContext2D, text: string, place: PlacedText): void {
  const { top, size, color, lines = 1, left = MARGIN, width = WIDTH - 2 * MARGIN, align = "center" } = place;
  let fitting = size;
  let rows = [text];
  do {
    context.font = `800 ${fitting}px Tambiolo, system-ui, sans-serif`;
    rows = rowsOf(context, text, width);
    fitting -= 2;
  } while (fitting > 16 && (rows.length > lines || rows.some((row) => context.measureText(row).width > width)));
  context.fillStyle = color;
  context.textAlign = align;
  for (const [at, row] of rows.slice(0, lines).entries()) {
    context.fillText(row, align === "center" ? left + width / 2 : left, top + at * (fitting + 2) * 1.15, width);
  }
}

function rowsOf(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(" ")) {
    const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`;
    if (rows.length > 0 && context.measureText(longer).width > width) rows.push(word);
    else rows[Math.max(0, rows.length - 1)] = longer;
  }
  return rows;
}
