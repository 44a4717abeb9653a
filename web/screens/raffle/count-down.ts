const MINUTE_MS = 60_000;

/** Shows the days, hours and minutes until a moment, each minute anew. At the end the sentence comes back. */
export function countDown(box: HTMLElement): void {
  const flaps = box.querySelectorAll("b");
  const show = () => {
    const minutes = Math.floor((Date.parse(box.dataset.closes ?? "") - Date.now()) / MINUTE_MS);
    box.toggleAttribute("data-running", minutes >= 0);
    const figures = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
    flaps.forEach((flap, place) => {
      flap.textContent = String(figures[place]);
    });
  };
  show();
  setInterval(show, 5000);
}
