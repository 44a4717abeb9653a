/** Late, so that it takes nothing from the page. */
const AFTER_MS = 2000;

// Where storage is refused, or without https, the site works as before.
addEventListener("load", () =>
  setTimeout(() => navigator.serviceWorker?.register("/sw.js", { updateViaCache: "all" }).catch(() => 0), AFTER_MS),
);
