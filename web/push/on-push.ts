import type { PushMessage } from "#src/push/send.ts";

/** What a service worker's `self` has of the Push API and the Notifications API. */
type Worker = {
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { readonly type: "window"; readonly includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickEvent) => void): void;
};
type Page = { readonly url: string; focus(): Promise<unknown> };
type PushEvent = { readonly data: { json(): unknown } | null; waitUntil(work: Promise<unknown>): void };
type ClickEvent = {
  readonly notification: { readonly data: unknown; close(): void };
  waitUntil(work: Promise<unknown>): void;
};

/** Has a service worker show the site's messages. A press on one opens its page, or comes back to it. */
export function showPushes(worker: Worker, origin: string): void {
  worker.addEventListener("push", (event) => {
    const message = event.data?.json() as PushMessage | undefined;
    if (!message) return;
    const { title, body, path, tag } = message;
    event.waitUntil(worker.registration.showNotification(title, { body, tag, icon: "/icon-192.png", data: path }));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const address = new URL(String(event.notification.data), origin);
    // The message comes from the site, but a page of another site is opened in no case.
    if (address.origin === origin) event.waitUntil(openPage(worker, address.href));
  });
}

async function openPage({ clients }: Worker, address: string): Promise<void> {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const opened = pages.find(({ url }) => url === address);
  if (opened) await opened.focus();
  else await clients.openWindow(address);
}
