import { FLAG_COLOURS, INK, MANGO, MUTED, PAPER, RED, TEAL, WHITE } from "#src/raffles/pictures/drawn/colours.ts";
import { SHADED_EDGE, TICKET_OUTLINE, TICKET_STAR } from "../ui/drum/ticket-outline.ts";
import { box, drawBunting, drawText, fill, MARGIN, stroke, WIDTH } from "./canvas.ts";

/** What a film of a draw says. */
export type FilmTexts = {
  readonly shop: string;
  readonly raffle: string;
  readonly congratulations: string;
  readonly winners: readonly { readonly ticket: string; readonly name: string; readonly prize: string }[];
  /** "Check it yourself:", and where. */
  readonly check: string;
  readonly address: string;
};

/** Upright, as phones show films. */
export const FILM = { width: WIDTH, height: 1280, seconds: 14 };

const TICKET = new Path2D(TICKET_OUTLINE);
const HEAP = [-84, -52, -20, 12, 44, 76].flatMap((x, at) => [
  { x, y: 46 + (at % 2) * 20, turn: at * 1.7 },
  { x: x * 0.7, y: 88, turn: at * 2.3 },
]);
/** When the drum turns, when winners come out, and when the address comes, in seconds. */
const [TURNS_AT, WINS_AT, ENDS_AT] = [1.5, 5, 11.5];

/** Draws a film's picture at a time. The last one is the souvenir's picture too. */
export function drawFilm(context: CanvasRenderingContext2D, texts: FilmTexts, seconds: number): void {
  const { width, height } = FILM;
  const hasWon = seconds >= WINS_AT;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  drawBunting(context, Math.sin(seconds * 2.2) * 8);
  drawText(context, texts.shop, { top: 150, size: 34, color: MUTED });
  drawText(context, texts.raffle, { top: 210, size: 56, color: INK, lines: 2 });
  drawDrum(context, seconds);
  if (hasWon) drawWinners(context, texts, seconds - WINS_AT);
  if (hasWon) drawConfetti(context, seconds - WINS_AT);
  if (seconds < ENDS_AT) return;
  context.globalAlpha = Math.min(1, (seconds - ENDS_AT) * 2);
  drawText(context, texts.check, { top: height - 130, size: 32, color: MUTED });
  drawText(context, texts.address, { top: height - 80, size: 34, color: TEAL });
  context.globalAlpha = 1;
}

/** A large drum, which makes room for the winners. */
function drawDrum(context: CanvasRenderingContext2D, seconds: number): void {
  const room = Math.max(0, Math.min(1, (seconds - WINS_AT) * 1.8));
  const [top, scale] = [640 - 200 * room, 1.6 - 0.6 * room];
  const turns = Math.max(0, Math.min(seconds, WINS_AT) - TURNS_AT) * 0.9;
  const shake = seconds > TURNS_AT && seconds < WINS_AT ? Math.sin(seconds * 40) * 4 : 0;
  context.save();
  context.translate(FILM.width / 2, top + shake);
  context.scale(scale, scale);
  drawBar(context, "M0 0L-96 181M0 0L96 181M-74 141H74", TEAL, 10);
  context.save();
  context.rotate(turns * Math.PI * 2);
  fill(context, "M140 0A140 140 0 1 1-140 0 140 140 0 1 1 140 0Z", "#fdf1d3");
  for (const [at, { x, y, turn }] of HEAP.entries()) {
    drawTicket(context, { x, y: y - Math.abs(Math.sin(turns * 9 + at)) * 60, turn: turn + turns * 6, scale: 0.6, at });
  }
  drawBar(context, "M140 0A140 140 0 1 1-140 0 140 140 0 1 1 140 0Z", RED, 17);
  context.restore();
  context.save();
  context.rotate(turns * Math.PI * 2);
  drawBar(context, "M0 0L-70-49V-75", TEAL, 10);
  fill(context, "M-53-83A17 17 0 1 1-87-83 17 17 0 1 1-53-83Z", RED);
  stroke(context, "M-53-83A17 17 0 1 1-87-83 17 17 0 1 1-53-83Z", INK, 5);
  context.restore();
  fill(context, "M20 0A20 20 0 1 1-20 0 20 20 0 1 1 20 0Z", MANGO);
  stroke(context, "M20 0A20 20 0 1 1-20 0 20 20 0 1 1 20 0Z", INK, 7);
  context.restore();
}

/** A bar with an outline, as the drum on pages has it. */
function drawBar(context: CanvasRenderingContext2D, path: string, color: string, width: number): void {
  stroke(context, path, INK, width + 10);
  stroke(context, path, color, width);
}

type PlacedTicket = {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly scale: number;
  readonly at: number;
};

function drawTicket(context: CanvasRenderingContext2D, { x, y, turn, scale, at }: PlacedTicket): void {
  context.save();
  context.translate(x, y);
  context.rotate(turn);
  context.scale(scale, scale);
  context.fillStyle = [TEAL, MANGO, RED, WHITE][at % 4] ?? MANGO;
  context.fill(TICKET);
  fill(context, SHADED_EDGE, "#1f1b2e22");
  if (at % 3 === 0) fill(context, TICKET_STAR, at % 4 === 2 ? MANGO : RED);
  context.strokeStyle = INK;
  context.lineWidth = 4;
  context.stroke(TICKET);
  context.restore();
}

/** Tickets of winners, which fall into their places one after the other. */
function drawWinners(context: CanvasRenderingContext2D, { winners, congratulations }: FilmTexts, since: number): void {
  // Once the drum has made room.
  if (since > 0.6) drawText(context, congratulations, { top: 700, size: 50, color: RED });
  const row = Math.min(150, (FILM.height - 190 - 735) / Math.max(1, winners.length));
  for (const [at, { ticket, name, prize }] of winners.entries()) {
    const fallen = Math.max(0, Math.min(1, (since - 0.6 - at * 0.9) * 2.2));
    if (fallen === 0) continue;
    const eased = 1 - (1 - fallen) ** 3;
    context.save();
    context.globalAlpha = eased;
    context.translate(0, 735 + at * row - (1 - eased) * 240);
    const [height, stub] = [row - 16, 130];
    box(context, { left: MARGIN, width: FILM.width - 2 * MARGIN, height, color: WHITE });
    box(context, { left: MARGIN, width: stub, height, color: MANGO });
    drawText(context, ticket, { top: height / 2 + 13, size: 38, color: INK, left: MARGIN, width: stub });
    const beside = { left: MARGIN + stub + 24, width: FILM.width - 2 * MARGIN - stub - 48, align: "left" as const };
    drawText(context, prize, { top: height * 0.36, size: Math.min(26, row * 0.22), color: MUTED, ...beside });
    drawText(context, name, { top: height * 0.82, size: Math.min(46, row * 0.36), color: INK, ...beside });
    context.restore();
  }
}

/** Banderitas that fly up from the drum and fall. Each has its own way, the same in every film. */
function drawConfetti(context: CanvasRenderingContext2D, since: number): void {
  for (let at = 0; at < 90; at += 1) {
    const [aside, up] = [((at * 73) % 100) / 50 - 1, 0.5 + ((at * 37) % 100) / 100];
    const time = since - ((at * 11) % 30) / 15;
    if (time < 0) continue;
    const [x, y] = [FILM.width / 2 + aside * time * 240, 480 - up * time * 620 + time * time * 330];
    if (y > FILM.height + 30) continue;
    context.save();
    context.translate(x, y);
    context.rotate(time * (2 + aside));
    context.scale(1, Math.cos(time * 6 + at));
    fill(context, "M-9-12H9V12L0 4-9 12Z", FLAG_COLOURS[at % FLAG_COLOURS.length] ?? RED);
    context.restore();
  }
}
