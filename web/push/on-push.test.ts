import { expect, it } from "vitest";
import { showPushes } from "./on-push.ts";

const ORIGIN = "https://raffles.example";

/** A worker of a browser with these pages open, and what it was asked to do. */
function openWorker(pages: readonly string[]) {
  const did: string[] = [];
  const listeners = new Map<string, (event: never) => void>();
  showPushes(
    {
      registration: {
        showNotification: async (title, { body, tag, data }) => void did.push(`show ${title} ${body} ${tag} ${data}`),
      },
      clients: {
        matchAll: async () => pages.map((url) => ({ url, focus: async () => did.push(`focus ${url}`) })),
        openWindow: async (url) => did.push(`open ${url}`),
      },
      addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
    },
    ORIGIN,
  );
  return async (type: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) } as never);
    await Promise.all(work);
    return did.splice(0);
  };
}

const press = (data: unknown) => ({ notification: { data, close: () => undefined } });

it("shows a message, and nothing for a push without one", async () => {
  const fire = openWorker([]);
  const message = { title: "Fiesta", body: "It was drawn.", path: "/raffle/A/draw", tag: "A" };
  expect(await fire("push", { data: { json: () => message } })).toEqual(["show Fiesta It was drawn. A /raffle/A/draw"]);
  expect(await fire("push", { data: null })).toEqual([]);
});

it("opens the page of a pressed message, or comes back to it", async () => {
  const fire = openWorker([`${ORIGIN}/raffle/A/draw`]);
  expect(await fire("notificationclick", press("/raffle/A/draw"))).toEqual([`focus ${ORIGIN}/raffle/A/draw`]);
  expect(await fire("notificationclick", press("/raffle/B/live"))).toEqual([`open ${ORIGIN}/raffle/B/live`]);
});

it("opens no page of another site", async () => {
  const fire = openWorker([]);
  for (const path of ["https://evil.example/", "//evil.example/x", "javascript:alert(1)"]) {
    expect(await fire("notificationclick", press(path))).toEqual([]);
  }
});
