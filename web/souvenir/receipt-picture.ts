import { INK, MANGO, MUTED, PAPER, TEAL, WHITE } from "#src/raffles/pictures/drawn/colours.ts";
import { box, drawBunting, drawText, loadFont, MARGIN, WIDTH } from "./canvas.ts";
import { waysToStore } from "./ways-to-store.ts";

const HEIGHT = 900;

/** What the picture of a receipt says, from top to bottom. */
export type ReceiptTexts = {
  readonly shop: string;
  readonly raffle: string;
  readonly label: string;
  readonly code: string;
  readonly next: string;
  /** Where the entry is looked up. */
  readonly address: string;
  /** Whom the code is for. */
  readonly secret: string;
};

/**
 * Draws a receipt in the visitor's browser, which costs the site nothing, and shows it with the ways to store it.
 *
 * @param place an element of the page, whose content it replaces
 * @param ways the file's name, and what the picture and the two ways are called
 * @returns whether it could
 */
export async function showReceiptPicture(
  place: HTMLElement,
  texts: ReceiptTexts,
  ways: Readonly<Record<"name" | "alt" | "keep" | "share", string>>,
): Promise<boolean> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (!context) return false;
  await loadFont();
  draw(context, texts);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) return false;
  const picture = new Image(WIDTH / 3, HEIGHT / 3);
  // The pages' policy allows no picture from blob: addresses.
  [picture.src, picture.alt] = [canvas.toDataURL(), ways.alt];
  const actions = document.createElement("div");
  actions.className = "actions";
  actions.append(...waysToStore(blob, ways));
  place.replaceChildren(picture, actions);
  actions.querySelector("a")?.focus();
  return true;
}

function draw(context: CanvasRenderingContext2D, texts: ReceiptTexts): void {
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  drawBunting(context);
  drawText(context, texts.shop, { top: 150, size: 34, color: MUTED });
  drawText(context, texts.raffle, { top: 215, size: 54, color: INK, lines: 2 });
  context.save();
  context.translate(0, 330);
  box(context, { left: MARGIN, width: WIDTH - 2 * MARGIN, height: 230, color: WHITE });
  box(context, { left: MARGIN, width: WIDTH - 2 * MARGIN, height: 76, color: MANGO });
  drawText(context, texts.label, { top: 50, size: 34, color: INK });
  drawText(context, texts.code, { top: 180, size: 84, color: INK });
  context.restore();
  drawText(context, texts.next, { top: 640, size: 32, color: INK, lines: 2 });
  drawText(context, texts.address, { top: 760, size: 32, color: TEAL });
  drawText(context, texts.secret, { top: 830, size: 26, color: MUTED, lines: 2 });
}
