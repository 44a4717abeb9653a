import { expect, type Page } from "@playwright/test";
import { connectDatabase } from "#src/db/connect.ts";
import { entryBody } from "../support/api.ts";
import { makePushBrowser } from "../support/push-service.ts";
import { openSiteDatabase } from "../support/site-database.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test.use({ serviceWorkers: "allow", permissions: ["notifications"] });

/** Stands for the service of the browser's maker, which no test can reach: it gives this browser an address. */
async function subscribeAs(page: Page): Promise<void> {
  await page.addInitScript((subscription) => {
    const given = { ...subscription, toJSON: () => subscription, unsubscribe: async () => true };
    const isGiven = () => localStorage.getItem("given") !== null;
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem("given", "");
        return given;
      },
      getSubscription: async () => (isGiven() ? given : null),
    });
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
  }, makePushBrowser().subscription);
}

async function enter(request: Parameters<typeof createRaffle>[0]) {
  const { codeId } = await createRaffle(request, { name: "Fiesta", rules: [] });
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  return { codeId, path: `/raffle-entry/${codeId}/${entryCode}` };
}

test("an entrant has this device notified, and stops it again @javascript", async ({ page, request }) => {
  const { path } = await enter(request);
  const { pool, close } = connectDatabase(await openSiteDatabase());
  const count = async () =>
    (
      await pool.query("select 1 from push_subscriptions join entries on entries.id = entry_id where entry_code = $1", [
        path.split("/").at(-1),
      ])
    ).rows.length;
  await subscribeAs(page);
  await openStarted(page, path);
  const offer = page.getByRole("region", { name: "Be there when it is drawn" });
  await page.route("**/api/entries/*/push*", (route) => route.abort());
  await offer.getByRole("button", { name: "Notify this device" }).click();
  await expect(offer.getByRole("status")).toHaveText("This did not work. Nothing was changed; please try again.");
  await page.unroute("**/api/entries/*/push*");
  await offer.getByRole("button", { name: "Notify this device" }).click();
  await expect(offer.getByRole("button", { name: "Stop notifying it" })).toBeVisible();
  await expect(offer.getByRole("status")).toHaveText(/^This device will be notified/);
  expect(await count()).toBe(1);
  await page.reload();
  await expect(offer.getByRole("button", { name: "Stop notifying it" })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await expectAccessibleInBothSchemes(page);
  await offer.getByRole("button", { name: "Stop notifying it" }).click();
  await expect(offer.getByRole("button", { name: "Notify this device" })).toBeVisible();
  expect(await count()).toBe(0);
  await close();
});

test("a message that comes is shown by the worker @javascript", async ({ page, context, request }) => {
  const { codeId } = await enter(request);
  await page.goto(`/raffle/${codeId}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("A service worker was expected.");
  // A browser without windows shows none: what it is asked to show is read instead.
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; shown: object[] };
    scope.shown = [];
    scope.registration.showNotification = async (title, { body, tag, data } = {}) => {
      scope.shown.push({ title, body, tag, path: data });
    };
  });
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((found) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) found(registration.registrationId);
    }),
  );
  await devtools.send("ServiceWorker.enable");
  const message = { title: "Fiesta", body: "It was drawn. See who won.", path: `/raffle/${codeId}/draw`, tag: codeId };
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await expect.poll(() => worker.evaluate(() => (self as unknown as { shown: object[] }).shown)).toEqual([message]);
});
