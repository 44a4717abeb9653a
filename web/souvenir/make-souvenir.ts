import { loadFont } from "./canvas.ts";
import { drawFilm, FILM, type FilmTexts } from "./draw-film.ts";
import { waysToStore } from "./ways-to-store.ts";

/**
 * Makes a picture or a film of a draw in the visitor's own browser, which costs the site nothing. It is fetched when
 * somebody asks for one.
 */

const FRAMES_PER_SECOND = 30;
/** The first kinds are those that phones play and pass on. */
const KINDS = [
  "video/mp4;codecs=avc1.42E01E",
  "video/mp4",
  "video/webm;codecs=vp9",
  "video/webm;codecs=vp8",
  "video/webm",
];

for (const root of document.querySelectorAll<HTMLElement>("[data-souvenir]")) drive(root);

function drive(root: HTMLElement): void {
  const texts = JSON.parse(root.dataset.souvenir ?? "{}") as FilmTexts;
  const made = root.querySelector<HTMLElement>("[data-made]");
  const canvas = root.querySelector("canvas");
  const context = canvas?.getContext("2d");
  const picture = root.querySelector<HTMLButtonElement>("[data-picture]");
  const film = root.querySelector<HTMLButtonElement>("[data-film]");
  if (!made || !canvas || !context) return;
  const offer = (blob: Blob) => {
    canvas.hidden = false;
    const { name = "", keep = "", share = "" } = root.dataset;
    made.replaceChildren(...waysToStore(blob, { name, keep, share }));
    made.querySelector<HTMLElement>("a")?.focus();
  };
  const makePicture = async () => {
    await loadFont();
    drawFilm(context, texts, FILM.seconds);
    canvas.toBlob((blob) => blob && offer(blob), "image/png");
  };
  const makeFilm = async () => {
    await loadFont();
    canvas.hidden = false;
    made.textContent = root.dataset.working ?? "";
    const blob = await recordFilm(canvas, (seconds) => drawFilm(context, texts, seconds));
    // A browser that records nothing still has the picture.
    if (blob) offer(blob);
    else await makePicture();
  };
  // Both draw on one canvas: a press while a film is recorded would be seen in it.
  let isBusy = false;
  const once = async (make: () => Promise<void>) => {
    if (isBusy) return;
    isBusy = true;
    for (const button of [picture, film]) button?.setAttribute("aria-disabled", "true");
    await make().finally(() => {
      isBusy = false;
      for (const button of [picture, film]) button?.removeAttribute("aria-disabled");
    });
  };
  picture?.addEventListener("click", () => void once(makePicture));
  film?.addEventListener("click", () => void once(makeFilm));
  void once(root.dataset.wanted === "film" ? makeFilm : makePicture);
}

/** Plays a film on the canvas and records it as it goes. Null where the browser cannot. */
async function recordFilm(canvas: HTMLCanvasElement, draw: (seconds: number) => void): Promise<Blob | null> {
  const type = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
  if (!type) return null;
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType: type,
    videoBitsPerSecond: 3e6,
  });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
  recorder.start(1000);
  const start = performance.now();
  await new Promise<void>((resolve) => {
    const next = () => {
      const seconds = (performance.now() - start) / 1000;
      draw(Math.min(seconds, FILM.seconds));
      if (seconds < FILM.seconds) requestAnimationFrame(next);
      else resolve();
    };
    next();
  });
  recorder.stop();
  await stopped;
  const film = new Blob(parts, { type: type.split(";")[0] ?? type });
  return film.size > 0 ? film : null;
}
