import { registerWorker } from "../../worker/register.ts";
import { PAGES_STORED } from "../../worker/stored-pages.ts";

/** A page that was stored just now need not be fetched again. */
const FRESH_MS = 60_000;

/**
 * Stores the helper's form for slips, which the service worker shows where the site cannot be reached. It is the form
 * alone, without anybody's data. A phone whose link was ended loses it.
 */
export async function storePage(path: string): Promise<void> {
  if (!("caches" in self)) return;
  const stored = await (await caches.open(PAGES_STORED)).match(path);
  if (stored && Date.now() - Date.parse(stored.headers.get("date") ?? "") < FRESH_MS) return;
  const answer = await fetch(`${path}?stored`, { cache: "no-store" });
  // Deleted meanwhile, if the browser was made to forget this site.
  const cache = await caches.open(PAGES_STORED);
  if (answer.ok && !answer.redirected) await cache.put(path, answer);
  else if (answer.status === 403) await cache.delete(path);
  await registerWorker();
}

/** Forgets the forms of all raffles. */
export async function forgetPages(): Promise<void> {
  if ("caches" in self) await caches.delete(PAGES_STORED);
}
