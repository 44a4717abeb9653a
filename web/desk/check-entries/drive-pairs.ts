/**
 * The script of the look-alikes: a swipe, or an arrow key, presses one of the three buttons. Its listeners stand on the
 * document, since the form that is sent brings the next pair without a new page.
 */

/** In pixels: less than this is a touch that slipped. */
const SWIPE = 72;

let start: { readonly x: number; readonly y: number } | null = null;

function press(way: string): void {
  const button = document.querySelector<HTMLButtonElement>(`[data-pair] [data-swipe="${way}"]`);
  if (button && !button.disabled) button.click();
}

addEventListener(
  "touchstart",
  ({ touches, target }) => {
    const touch = touches.length === 1 ? touches[0] : undefined;
    const isIn = target instanceof Element && target.closest("[data-pair]") && !target.closest("button, input");
    start = touch && isIn ? { x: touch.clientX, y: touch.clientY } : null;
  },
  { passive: true },
);

addEventListener("touchend", ({ changedTouches: [touch] }) => {
  if (!start || !touch) return;
  const [across, along] = [touch.clientX - start.x, touch.clientY - start.y];
  start = null;
  // Who scrolls swipes a little to the side as well.
  if (Math.abs(across) >= SWIPE && Math.abs(across) > 2 * Math.abs(along)) press(across > 0 ? "right" : "left");
});

const KEYS: Readonly<Record<string, string>> = { ArrowLeft: "left", ArrowRight: "right", ArrowDown: "down" };

addEventListener("keydown", ({ key, target, repeat, altKey, ctrlKey, metaKey, shiftKey }) => {
  const way = KEYS[key];
  if (!way || repeat || altKey || ctrlKey || metaKey || shiftKey) return;
  // There arrows choose which entry stays, move the caret, or scroll.
  const isIn = target instanceof Element && target.closest(".pair-buttons");
  if (isIn) press(way);
});
