import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { addSlip, storedForm } from "./slips.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: "allow" });

const box = (page: Page) => page.getByRole("region", { name: "Slips without a network" });

/** Opens Today and hands the phone over with one press. */
async function handOver(page: Page, { codeId, accessCode }: { codeId: string; accessCode: string }): Promise<void> {
  await page.goto(`/overview/${codeId}/${accessCode}`);
  await page.getByRole("button", { name: "Hand this phone over" }).click();
  await expect(page.getByText("As Counter", { exact: true })).toBeVisible();
}

async function names(request: APIRequestContext, { codeId, accessCode }: { codeId: string; accessCode: string }) {
  const authorization = `Basic ${btoa(`${codeId}:${accessCode}`)}`;
  const answer = await request.get(`/api/raffles/${codeId}/entries`, { headers: { authorization } });
  const { entries } = (await answer.json()) as { entries: { lastName: string }[] };
  return entries.map(({ lastName }) => lastName).toSorted();
}

test("Today hands the phone over, and its way back is the access code", async ({ page, request }) => {
  const raffle = await createRaffle(request);
  await handOver(page, raffle);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto(`/draw-desk/${raffle.codeId}/~`);
  await expect(page.getByLabel("Access Code")).toBeVisible();
  await page.goto(`/helping/${raffle.codeId}`);
  await page.getByRole("button", { name: "Stop helping on this phone" }).click();
  await expect(page).toHaveURL(new RegExp(`/raffle/${raffle.codeId}`));
  await page.goto(`/helping/${raffle.codeId}`);
  await expect(page.getByText("ask the organiser for a new one")).toBeVisible();
});

test("a phone takes slips without a network, and sends them when it is back @javascript", async ({
  page,
  request,
  context,
}) => {
  const raffle = await createRaffle(request, { sources: ["Online", "Shop"] });
  await request.post(`/api/raffles/${raffle.codeId}/entries`, {
    data: entryBody({ lastName: "Abad", phone: "0917 555 0001" }),
  });
  await handOver(page, raffle);
  await storedForm(page);
  await context.setOffline(true);

  // Opened without a network, in place of the page that cannot be reached.
  await page.goto(`/add-entry/${raffle.codeId}`);
  await page.getByRole("button", { name: "Add this entry" }).click();
  await expect(box(page)).toContainText("To store the slip here");
  await addSlip(page, ["Lito", "Reyes"]);
  await expect(box(page)).toContainText("1 slip waits for the network.");
  await expect(box(page)).toContainText(/Stored on this phone: Slip 1, \d+:\d\d [AP]M/);
  await expect(box(page)).toContainText("Neither phone nor email is on it");
  await expect(page.getByLabel("Last Name")).toHaveValue("");
  await addSlip(page, ["Nena", "Santos"]);
  await expect(box(page)).toContainText("2 slips wait for the network.");
  await addSlip(page, ["Ana", "Abad"], { Phone: "0917 555 0001" });
  await expect(box(page)).toContainText("3 slips wait for the network.");
  await expect(box(page)).not.toContainText("Neither phone nor email is on it");
  await expectFits(page);
  const stored = await page.evaluate(async () => {
    const opened = indexedDB.open("offline-slips", 1);
    await new Promise((resolve) => opened.addEventListener("success", resolve));
    const all = opened.result.transaction("slips").objectStore("slips").getAll();
    await new Promise((resolve) => all.addEventListener("success", resolve));
    return JSON.stringify([all.result, { ...localStorage }, { ...sessionStorage }]);
  });
  expect(stored).toContain('"number":3');
  expect(stored).not.toMatch(/Reyes|Santos|Abad|Jaro/);
  await page.reload();
  await expect(box(page)).toContainText("3 slips wait for the network.");
  await box(page).getByRole("button", { name: "Send now" }).click();
  await expect(box(page)).toContainText("There is no network yet.");

  // A phone says that it is online before it is.
  await context.route("**/slips", (route) => route.abort(), { times: 1 });
  await context.setOffline(false);
  await expect(box(page)).toContainText("2 waiting slips were added.");
  await expect(box(page)).toContainText(/Slip 3, .* \(A\.\): Somebody with this phone number has joined already/);
  expect(await names(request, raffle)).toEqual(["Abad", "Reyes", "Santos"]);
  await box(page).getByRole("link", { name: "Show refused slips" }).click();
  await expect(page.getByRole("heading", { name: "Slip 3 · A." })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of ["de", "fil", "en"]) {
    await page.goto(`/add-entry/${raffle.codeId}?lang=${language}`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expectFits(page);
  }
  await page.getByRole("link", { name: "Open in the form Slip 3" }).press("Enter");
  await page.getByLabel("Phone").fill("0917 555 0002");
  await page.getByRole("button", { name: "Add this entry" }).press("Enter");
  await expect(page.getByText("Ana Abad has joined.")).toBeVisible();
  await expect(page.getByText("Slip 3")).toHaveCount(0);
  expect(await names(request, raffle)).toEqual(["Abad", "Abad", "Reyes", "Santos"]);
});

test("what is typed while a slip is on its way belongs to the next one @javascript", async ({ page, request }) => {
  const raffle = await createRaffle(request);
  await page.goto(`/add-entry/${raffle.codeId}/${raffle.accessCode}`);
  const gone = Promise.withResolvers<void>();
  await page.route("**/add-entry/**", async (route) => {
    await gone.promise;
    await route.abort("internetdisconnected");
  });
  await addSlip(page, ["Lito", "Reyes"]);
  await page.getByLabel("Last Name").fill("Santos");
  gone.resolve();
  await expect(box(page)).toContainText("1 slip waits for the network.");
  await expect(page.getByLabel("Last Name")).toHaveValue("Santos");
  await expect(page.getByLabel("First Name")).toHaveValue("");
  await page.unrouteAll();
  await box(page).getByRole("button", { name: "Send now" }).click();
  await expect(box(page)).toContainText("1 waiting slip was added.");
  expect(await names(request, raffle)).toEqual(["Reyes"]);
});

test("a form that is open when the network goes stores its slip, also of an organiser @javascript", async ({
  page,
  request,
  context,
}) => {
  const raffle = await createRaffle(request);
  await page.goto(`/add-entry/${raffle.codeId}/${raffle.accessCode}`);
  await context.setOffline(true);
  await addSlip(page, ["Lito", "Reyes"]);
  await expect(box(page)).toContainText("1 slip waits for the network.");
  await expectAccessibleInBothSchemes(page);
  await context.setOffline(false);
  await expect(box(page)).toContainText("1 waiting slip was added.");
  expect(await names(request, raffle)).toEqual(["Reyes"]);
});

test("a slip that is typed while the one before is stored stays, and a slip that cannot be stored comes back @javascript", async ({
  page,
  request,
  context,
}) => {
  const raffle = await createRaffle(request);
  await page.addInitScript(() => {
    const { encrypt } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.encrypt = async function (...values) {
      await new Promise((resolve, reject) => {
        addEventListener("seal", resolve, { once: true });
        addEventListener("fail", reject, { once: true });
        document.documentElement.dataset.sealing = "";
      });
      delete document.documentElement.dataset.sealing;
      return encrypt.apply(this, values);
    };
  });
  const end = async (how: "seal" | "fail") => {
    await expect(page.locator("html[data-sealing]")).toBeAttached();
    await page.evaluate((name) => dispatchEvent(new Event(name)), how);
  };
  await page.goto(`/add-entry/${raffle.codeId}/${raffle.accessCode}`);
  await context.setOffline(true);
  await addSlip(page, ["Lito", "Reyes"]);
  const firstName = page.getByLabel("First Name");
  await expect(firstName).toHaveValue("");
  await firstName.pressSequentially("Ne");
  await end("seal");
  await expect(box(page)).toContainText("1 slip waits for the network.");
  await firstName.pressSequentially("na");
  await expect(firstName).toBeFocused();
  await expect(firstName).toHaveValue("Nena");
  await addSlip(page, ["Nena", "Santos"]);
  await expect(firstName).toHaveValue("");
  await end("fail");
  await expect(firstName).toHaveValue("Nena");
  await expect(page.getByLabel("Last Name")).toHaveValue("Santos");
  await expect(box(page)).toContainText("1 slip waits for the network.");
});

test("an answer that is lost after the site took the slips adds nobody twice @javascript", async ({
  page,
  request,
  context,
}) => {
  const raffle = await createRaffle(request);
  await handOver(page, raffle);
  await page.goto(`/add-entry/${raffle.codeId}`);
  await context.setOffline(true);
  await addSlip(page, ["Lito", "Reyes"]);
  await expect(box(page)).toContainText("1 slip waits");
  let lost = 0;
  await page.route("**/slips", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await context.setOffline(false);
  await expect(box(page)).toContainText("There is no network yet.");
  expect(await names(request, raffle)).toEqual(["Reyes"]);
  await page.goto(`/helping/${raffle.codeId}`);
  await expect(box(page)).toContainText("1 waiting slip was added.");
  expect(await names(request, raffle)).toEqual(["Reyes"]);
});

test("a phone stops helping once its slips are sent, and its form is gone @javascript @long", async ({
  page,
  request,
  context,
}) => {
  const raffle = await createRaffle(request);
  await handOver(page, raffle);
  await storedForm(page);
  await page.goto(`/add-entry/${raffle.codeId}`);
  await context.setOffline(true);
  await addSlip(page, ["Lito", "Reyes"]);
  await expect(box(page)).toContainText("1 slip waits");
  await context.setOffline(false);
  await expect(box(page)).toContainText("1 waiting slip was added.");
  await page.route("**/slips", (route) => route.abort());
  await context.setOffline(true);
  await addSlip(page, ["Nena", "Santos"]);
  await expect(box(page)).toContainText("1 slip waits");
  await context.setOffline(false);
  await page.goto(`/helping/${raffle.codeId}`);
  await page.getByRole("button", { name: "Stop helping on this phone" }).click();
  await expect(box(page)).toContainText("Slips still wait on this phone.");
  await expect(page).toHaveURL(new RegExp(`/helping/${raffle.codeId}`));
  await page.unroute("**/slips");
  await page.getByRole("button", { name: "Stop helping on this phone" }).click();
  await expect(page).toHaveURL(new RegExp(`/raffle/${raffle.codeId}`));
  expect(await names(request, raffle)).toEqual(["Reyes", "Santos"]);
  await context.setOffline(true);
  await page.goto(`/add-entry/${raffle.codeId}`);
  await expect(page.getByLabel("First Name")).toHaveCount(0);
});

test("slips stay on a phone whose link was ended, until another one is opened @javascript @long", async ({
  page,
  request,
  context,
  browser,
}) => {
  const raffle = await createRaffle(request);
  await handOver(page, raffle);
  await page.goto(`/add-entry/${raffle.codeId}`);
  await context.setOffline(true);
  await addSlip(page, ["Lito", "Reyes"]);
  await expect(box(page)).toContainText("1 slip waits");
  const desk = await browser.newPage();
  await desk.goto(`/helpers/${raffle.codeId}/${raffle.accessCode}`);
  await desk.getByText("End this link").first().click();
  await desk.getByRole("button", { name: "Yes, end it: Counter" }).click();
  await expect(desk.getByText("The link of Counter has ended.")).toBeVisible();
  await context.setOffline(false);
  await expect(box(page)).toContainText("ask the organiser for a new one");
  await expect(box(page)).toContainText("The slips stay on this phone.");
  await handOver(page, raffle);
  await expect(box(page)).toContainText("1 waiting slip was added.");
  expect(await names(request, raffle)).toEqual(["Reyes"]);
  await desk.close();
});
