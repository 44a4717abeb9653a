const COLOURS = ["red", "mango", "teal", "green"];
const FLAGS = 110;

/** Throws little banderitas into the air, from the middle of an element. Nothing for who wants no motion. */
export function throwConfetti(from: Element): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { left, top, width, height } = from.getBoundingClientRect();
  const air = document.createElement("div");
  air.className = "show-air";
  air.ariaHidden = "true";
  // In the full screen nothing else is seen.
  (document.fullscreenElement ?? document.body).append(air);
  const flights = Array.from({ length: FLAGS }, (_, number) => {
    const flag = air.appendChild(document.createElement("i"));
    flag.className = `show-flag show-flag-${COLOURS[number % COLOURS.length]}`;
    const [x, y] = [left + width / 2, top + height / 2];
    const [aside, up] = [(Math.random() - 0.5) * innerWidth, (0.3 + Math.random() * 0.7) * Math.min(y, innerHeight)];
    const at = (dx: number, dy: number, turns: number) =>
      `translate(${x + dx}px, ${y + dy}px) rotate3d(1, ${Math.random()}, 1, ${turns}turn)`;
    const frames = [
      { transform: at(0, 0, 0), easing: "cubic-bezier(0.1, 0.7, 0.4, 1)" },
      { transform: at(aside * 0.8, -up, 1), easing: "cubic-bezier(0.5, 0, 0.8, 0.6)", offset: 0.3 },
      { transform: at(aside * 1.1, innerHeight - y + 40, 4) },
    ];
    return flag.animate(frames, { duration: 2500 + Math.random() * 2500, fill: "both" }).finished;
  });
  void Promise.allSettled(flights).then(() => air.remove());
}
