import { showPushes } from "../push/on-push.ts";
import { storedFormOf } from "./stored-pages.ts";

/**
 * The site's service worker. Where a page cannot be reached, it shows the tickets that this browser remembers, or to a
 * helper the form for slips, which that page stored (web/desk/offline-slips). And it shows the site's messages about a
 * draw. It stores nothing and answers nothing else: whatever an older worker does, pages come from the site.
 *
 * The offline page is a part of this file. So a new one is a new worker, and no two versions of it can mix.
 */

/** The parts of a service worker's scope that this file uses: the compiler knows those of pages. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = WorkerEvent & {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type WorkerScope = {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  addEventListener(type: "install" | "activate", listen: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listen: (event: FetchEvent) => void): void;
};
const worker = self as unknown as WorkerScope;

/** The offline page, which the site writes before this script (web/site/my-tickets/service-worker.route.ts). */
declare const OFFLINE_PAGE: string;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (event) => {
  // The browser asks the site while it starts the worker, so that no page waits for it.
  const preload = worker.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([worker.clients.claim(), preload]));
});

worker.addEventListener("fetch", (event) => {
  const { method, mode, destination } = event.request;
  // Forms say by themselves that they could not be sent, and frames belong to other sites' pages.
  if (mode !== "navigate" || method !== "GET" || destination !== "document") return;
  event.respondWith(reach(event).catch(() => offline(event.request)));
});

async function reach({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

async function offline({ url }: Request): Promise<Response> {
  const form = storedFormOf(new URL(url).pathname);
  const stored = form && (await caches.match(form).catch(() => undefined));
  if (stored) return stored;
  return new Response(OFFLINE_PAGE, {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

showPushes(self as unknown as Parameters<typeof showPushes>[0], location.origin);
