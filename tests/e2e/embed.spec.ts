import { expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { comeFromOwnAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openShopSite, type ShopSite } from "./shop-site.ts";
import { startPage } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

const JOIN = /Be Part of the Winners/;

let shop: ShopSite;

test.beforeEach(async ({ context, baseURL }) => {
  await comeFromOwnAddress(context);
  shop = await openShopSite(baseURL ?? "");
});
test.afterEach(() => shop.close());

/** Names the websites that may show a raffle; answers the lines of HTML that the desk gives for it. */
async function allow(page: Page, desk: string, sites: string, anywhere = false): Promise<string[]> {
  await page.goto(desk);
  await page.getByLabel("Websites that may show it").fill(sites);
  await page.getByLabel("Any website may show the ticket").setChecked(anywhere);
  await page.getByRole("button", { name: "Save websites", exact: true }).click();
  await expect(page.getByText("Saved. Copy a line below into your website.")).toBeVisible();
  return page.locator(".embed-line code").allTextContents();
}

/** How high the frame is, and how high its page. */
async function heights(page: Page) {
  const frame = page.locator("iframe");
  const outside = await frame.evaluate((element: HTMLElement) => element.offsetHeight);
  const content = await (await frame.elementHandle())?.contentFrame();
  return { outside, inside: await content?.evaluate(() => document.documentElement.scrollHeight) };
}

test("a shop shows its raffle's ticket and form on its own website by one line each, and nobody else does @javascript", async ({
  page,
  context,
  request,
}) => {
  const name = 'The "Fiesta" & more';
  const { codeId, accessCode } = await createRaffle(request, { name });
  const desk = `/share-raffle/${codeId}/${accessCode}`;
  const frame = page.frameLocator("iframe");

  // Nobody may, until the organiser says so.
  shop.put("/", `<iframe src="${test.info().project.use.baseURL}/embed/${codeId}"></iframe>`);
  await page.goto(shop.origin);
  await expect(frame.getByRole("heading", { name })).toHaveCount(0);

  await page.goto(desk);
  await page.getByLabel("Websites that may show it").fill("not a site, ftp://shop.example");
  await page.getByRole("button", { name: "Save websites", exact: true }).click();
  await expect(page.getByText("“ftp://shop.example” is not the address of a public website").first()).toBeVisible();
  const [ticket = "", form = "", plain = ""] = await allow(page, desk, `shop.example\n${shop.origin}/contact`);
  await expectAccessible(page);
  await expectFits(page);

  shop.put("/ticket", ticket);
  await context.clearCookies();
  await page.goto(`${shop.origin}/ticket`);
  await expect(frame.getByRole("heading", { name })).toBeVisible();
  await expect(page.locator("iframe")).toHaveAttribute("title", name);
  await expect.poll(async () => (await heights(page)).outside).not.toBe(480);
  const { outside, inside } = await heights(page);
  expect(inside).toBe(outside);
  // Neither another page nor the shop's own can say how high the frame is.
  await page.evaluate(() => postMessage({ message: "height", value: 5000 }, "*"));
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  expect((await heights(page)).outside).toBe(outside);
  const tab = page.waitForEvent("popup");
  await frame.getByRole("link", { name: JOIN }).click();
  await expect(await tab).toHaveURL(new RegExp(`/raffle/${codeId}$`));
  await (await tab).close();

  shop.put("/form", form.replace('data-lang="en"', 'data-lang="de"'));
  await page.goto(`${shop.origin}/form`);
  await expect(frame.getByRole("button", { name: "Absenden" })).toBeVisible();
  shop.put("/form", form);
  await page.goto(`${shop.origin}/form`);
  await startPage(frame);
  await frame.getByRole("button", { name: "Submit" }).click();
  await frame.getByRole("link", { name: "First name is required." }).click();
  await expect(frame.getByLabel("First name")).toBeFocused();
  await fillEntryForm(frame, entryBody());
  const long = (await heights(page)).outside;
  await frame.getByRole("button", { name: "Submit" }).click();
  await expect(frame.getByRole("heading", { name: "We have your entry" })).toBeVisible();
  await expect(frame.locator(".ticket-code")).toHaveText(/^[A-Z]{4}\s?[A-Z]{4}$/);
  await expect.poll(async () => (await heights(page)).outside).toBeLessThan(long);
  await frame.getByRole("link", { name: "Continue, for somebody else" }).click();
  await expect(frame.getByRole("button", { name: "Submit" })).toBeVisible();
  expect(await context.cookies()).toEqual([]);

  shop.put("/plain", plain);
  await page.goto(`${shop.origin}/plain`);
  await expect(frame.getByRole("heading", { name })).toBeVisible();

  // Another website.
  const other = await openShopSite(test.info().project.use.baseURL ?? "");
  for (const [path, html] of Object.entries({ "/ticket": ticket, "/form": form })) other.put(path, html);
  const said = page.waitForEvent("console", (line) => line.text().includes("Websites that may show it"));
  await page.goto(`${other.origin}/ticket`);
  await expect(page.getByRole("link", { name })).toHaveAttribute("href", new RegExp(`/raffle/${codeId}\\?lang=en$`));
  await expect(page.locator("iframe")).toHaveCount(0);
  expect((await said).text()).toContain(`${other.origin} may not show this raffle`);
  await allow(page, desk, "shop.example", true);
  await page.goto(`${other.origin}/ticket`);
  await expect(frame.getByRole("heading", { name })).toBeVisible();
  await page.goto(`${other.origin}/form`);
  await expect(page.getByRole("link", { name })).toHaveAttribute("href", new RegExp(`/raffle-entry/${codeId}`));
  await other.close();
});

test("the ticket speaks to WordPress, whose frames have no origin, no cookies and no storage @javascript @long", async ({
  page,
  request,
  baseURL,
}) => {
  const { codeId, accessCode } = await createRaffle(request, { name: "Fiesta" });
  await allow(page, `/share-raffle/${codeId}/${accessCode}`, "", true);
  await page.goto(`/raffle/${codeId}`);
  const href = (await page.locator('link[type="application/json+oembed"]').getAttribute("href")) ?? "";
  const { type, html } = (await (await request.get(href)).json()) as Record<string, string>;
  expect(type).toBe("rich");
  // As WordPress does with the frame of a site that it does not know.
  const framed = (html ?? "")
    .replace("<iframe", '<iframe sandbox="allow-scripts" security="restricted" data-secret="s3cret"')
    .replace(/ src="([^"]+)"/, ' src="$1#?secret=s3cret"');
  shop.put("/", `<script>messages = []; onmessage = ({ data }) => messages.push(data)</script>${framed}`);
  await page.goto(shop.origin);
  const messages = () => page.evaluate(() => (self as unknown as { messages: object[] }).messages);
  const height = { message: "height", value: expect.any(Number), secret: "s3cret" };
  await expect.poll(messages).toContainEqual(height);
  const frame = page.frameLocator("iframe");
  await expect
    .poll(() => frame.locator("img").evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
  await frame.getByRole("link", { name: JOIN }).click();
  await expect
    .poll(messages)
    .toContainEqual({ message: "link", value: `${baseURL}/raffle/${codeId}`, secret: "s3cret" });
});

test("the form in a frame takes an entry without scripts, and answers inside @both", async ({
  page,
  context,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request);
  const { baseURL } = test.info().project.use;
  await allow(page, `/share-raffle/${codeId}/${accessCode}`, shop.origin);
  await context.clearCookies();
  shop.put("/", `<iframe src="${baseURL}/embed-entry/${codeId}?lang=en" width="100%" height="900"></iframe>`);
  await page.goto(shop.origin);
  const frame = page.frameLocator("iframe");
  await fillEntryForm(frame, entryBody());
  await frame.getByRole("button", { name: "Submit" }).click();
  await expect(frame.getByRole("heading", { name: "We have your entry" })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});
