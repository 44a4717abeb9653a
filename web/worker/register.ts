/** Registers the site's service worker. Undefined in a browser without; rejects where storage is refused. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> | undefined =>
  navigator.serviceWorker?.register("/sw.js", { updateViaCache: "all" });
