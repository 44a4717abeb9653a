/** Fetches what makes a souvenir when somebody wants one, and offers no film where the browser records none. */
for (const root of document.querySelectorAll<HTMLElement>("[data-souvenir]")) {
  const [picture, film] = [root.querySelector("[data-picture]"), root.querySelector<HTMLElement>("[data-film]")];
  if (film) film.hidden = typeof MediaRecorder === "undefined" || !("captureStream" in HTMLCanvasElement.prototype);
  const load = (wanted: string) => () => {
    if (root.dataset.wanted) return;
    root.dataset.wanted = wanted;
    const script = document.createElement("script");
    script.src = root.dataset.maker ?? "";
    script.addEventListener("error", () => {
      delete root.dataset.wanted;
    });
    document.head.append(script);
  };
  picture?.addEventListener("click", load("picture"));
  film?.addEventListener("click", load("film"));
}
