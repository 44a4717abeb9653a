import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { openMore } from "./open-more.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: "#c4193b" } })
    .png()
    .toBuffer();
}

test("a usual kind of raffle is filled in, and what was typed stays", async ({ page }) => {
  await page.goto("/create-raffle");
  const prize = (number: number) => page.getByRole("group", { name: `Prize ${number}` }).getByLabel("Name");
  await page.getByLabel("Name").first().fill("Fiesta");
  await prize(1).fill("Lechon");
  await page.getByRole("button", { name: "Purchase receipt" }).click();
  await expect(prize(3)).toHaveValue("Basket of groceries");
  await expect(page.getByRole("button", { name: "In a week" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Raffle at an event" }).click();
  await expect(prize(4)).toHaveValue("Third prize");
  await expect(prize(2)).toHaveValue("Grand prize");
  await expect(prize(1)).toHaveValue("Lechon");
  await expect(page.getByLabel("Due date")).toHaveValue(/T20:00$/);
  await expect(page.getByLabel("Name").first()).toHaveValue("Fiesta");
  await expectAccessible(page);
  await expectFits(page);
  // An untouched code is no row of its own; one with a picture alone is, and says what it lacks.
  await page.getByRole("button", { name: "Add a prize" }).click();
  await page.getByRole("group", { name: "Prize 5" }).getByText("More about this prize").click();
  await page.getByRole("group", { name: "Prize 5" }).getByText("Advanced").click();
  await expect(page.getByRole("group", { name: "Prize 5" }).getByText("We filled one in.")).toBeVisible();
  const buffer = await picture();
  await page.locator("[name='prizes.4.file']").setInputFiles({ name: "p.png", mimeType: "image/png", buffer });
  await page.locator("form").getByRole("button", { name: "Create raffle" }).last().click();
  await expect(page.getByRole("alert")).toContainText("Prize 5");
});

/** In the page: what holdScheduler leaves there. */
type Held = Window & { stepUntilHydrated?: () => boolean; release?: () => void };

/** Holds back React's scheduler, which posts messages, until the page releases it. */
function holdScheduler(): void {
  const post = MessagePort.prototype.postMessage;
  const held: (() => void)[] = [];
  let isHeld = true;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: Parameters<typeof post>) {
    if (isHeld) held.push(() => post.apply(this, message));
    else post.apply(this, message);
  } as typeof post;
  const isHydrated = () => {
    const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1];
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  };
  const goOn = () => {
    for (const go of held.splice(0)) go();
  };
  const stepUntilHydrated = () => {
    if (isHydrated()) return true;
    goOn();
    return false;
  };
  const release = () => {
    isHeld = false;
    goOn();
  };
  Object.assign(window, { stepUntilHydrated, release });
}

test("what is pressed before the first effects ran is not undone by the draft @javascript", async ({ page }) => {
  await page.addInitScript(holdScheduler);
  await page.goto("/create-raffle");
  const prize = (number: number) => page.getByRole("group", { name: `Prize ${number}` }).getByLabel("Name");
  await prize(1).fill("Lechon");
  await page.waitForFunction(() => (window as Held).stepUntilHydrated?.());
  await page.getByRole("button", { name: "Purchase receipt" }).click();
  await page.evaluate(() => (window as Held).release?.());
  await page.locator("html[data-started]").waitFor();
  await expect(prize(1)).toHaveValue("Lechon");
  await expect(prize(3)).toHaveValue("Basket of groceries");
});

test("the ticket beside the form follows what is typed and chosen @javascript", async ({ page }) => {
  await openStarted(page, "/create-raffle");
  const ticket = page.getByRole("complementary", { name: "As visitors see it first" });
  await expect(ticket.getByText("Name of your raffle")).toBeVisible();
  await page.getByLabel("Name").first().fill("Fiesta Basket");
  await page.getByLabel("Name of the shop").fill("Nanay Luz Bakery");
  await page.getByLabel("Due date").fill("2030-12-20T18:00");
  await page.getByRole("button", { name: "Raffle at an event" }).click();
  for (const text of [
    "Fiesta Basket",
    "by Nanay Luz Bakery",
    "Closes Fri, Dec 20, 2030 · 6 PM",
    "Grand prize, Second prize",
  ]) {
    await expect(ticket.getByText(text)).toBeVisible();
  }
  const buffer = await picture();
  await page.getByLabel("Banner").setInputFiles({ name: "shop.png", mimeType: "image/png", buffer });
  await expect(ticket.locator("img")).toHaveAttribute("src", /^data:image\/png/);
  await expect(ticket.locator("img")).toHaveJSProperty("naturalWidth", 60);

  await page.getByLabel("Logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
  await expect(ticket.locator(".shop-logo")).toHaveJSProperty("naturalWidth", 60);
  // The logo's colour, until another one is chosen.
  await expect(ticket).toHaveAttribute("style", /--accent: ?#c4193b/);
  await openMore(page);
  await page.getByLabel("Colour of the shop").fill("#0b6e69");
  await expect(ticket).toHaveAttribute("style", /--accent: ?#0b6e69/);
});

test("a raffle is used again: its organiser's form is filled in, and nobody else's", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request, { shopName: "Nanay Luz Bakery", details: "Secret plans" });
  await page.goto(`/create-raffle?from=${codeId}&by=~`);
  await expect(page).toHaveURL(new RegExp(`/open-desk/${codeId}`));
  await expect(page.getByText("Secret plans")).toHaveCount(0);
  await page.goto(`/edit-raffle/${codeId}/${accessCode}`);
  await openMore(page);
  await page.getByLabel("Logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await picture() });
  await page.getByRole("button", { name: "Save raffle" }).last().click();
  await expect(page.getByText("Remove the logo")).toBeAttached();
  await page.locator(".desk-raffle > summary").click();
  await page.getByRole("link", { name: "Use this raffle again" }).click();
  await expect(page.getByLabel("Name").first()).toHaveValue("Noche Buena Basket (copy)");
  await expect(page.getByLabel("Name of the shop")).toHaveValue("Nanay Luz Bakery");
  await expect(page.locator(".live-ticket .shop-logo")).toHaveJSProperty("complete", true);
  await expect(page.getByLabel("Due date")).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d/);
  await page.getByLabel("Due date").fill("2030-12-20T18:00");
  await openMore(page);
  await page.getByLabel("Draw date").fill("2030-12-24T12:00");
  await page.locator("form").getByRole("button", { name: "Create raffle" }).last().click();
  await expect(page.getByText("Raffle successfully created!")).toBeVisible();
  const made = await page.locator(".ticket-code").first().textContent();
  expect(made).not.toBe(codeId);
  const copy = await (await request.get(`/api/raffles/${made}`)).json();
  expect((await request.get(`/picture/${made}/${copy.logo}-96.webp`)).status()).toBe(200);
  expect(copy).toMatchObject({
    name: "Noche Buena Basket (copy)",
    prizes: [{ prizeCode: "QUESO" }, { prizeCode: "HAM" }],
    rules: [{ details: "Follow our page" }, { details: "Share the post" }],
  });
});

/** The fields without which nothing is made, but for the due date. */
async function fillSteps(page: Page): Promise<void> {
  await page.getByLabel("Name").first().fill("Fiesta");
  await page.getByLabel("Details").first().fill("Come to the plaza.");
  await page.getByRole("group", { name: "Prize 1" }).getByLabel("Name").fill("Lechon");
}

const create = (page: Page) => page.locator("form").getByRole("button", { name: "Create raffle" }).last().click();

test("a due date is chosen by a key, the draw follows from it, and the shop is remembered @both", async ({
  page,
  request,
}) => {
  await page.goto("/create-raffle");
  await fillSteps(page);
  await page.getByRole("button", { name: "In a week" }).press("Enter");
  const due = page.getByLabel("Due date");
  await expect(due).toHaveValue(/T20:00$/);
  await expect(page.getByRole("button", { name: "In a week" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByLabel("Name").first()).toHaveValue("Fiesta");
  await expectAccessible(page);
  await expectFits(page);
  await page.getByLabel("Name of the shop").fill("Nanay Luz Bakery");
  await create(page);
  await expect(page.getByText("Raffle successfully created!")).toBeVisible();
  await expect(page.getByText("The draw is on")).toBeVisible();
  const codeId = await page.locator(".ticket-code").first().textContent();
  const made = await (await request.get(`/api/raffles/${codeId}`)).json();
  // Two hours to check, and one in which everybody can see the list.
  expect(Date.parse(made.drawDate) - Date.parse(made.dueDate)).toBe(3 * 3_600_000);

  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("/create-raffle");
  await expect(page.getByLabel("Name of the shop")).toHaveValue("Nanay Luz Bakery");
  await expect(page.getByText("As in “Fiesta”, the last raffle that this browser opens.")).toBeVisible();
  await expect(page.getByLabel("Name").first()).toHaveValue("");
});

test("what is refused under More opens it, and stands at the top with a link @both", async ({ page }) => {
  await page.goto("/create-raffle");
  const more = page.locator(".form-more");
  await openMore(page);
  await page.getByLabel("Days to keep entries").fill("2");
  await page.locator(".form-more > summary").click();
  await expect(page.getByLabel("Days to keep entries")).toBeHidden();
  await create(page);
  // The due date is missing; the draw date is not asked for.
  const alert = page.getByRole("alert").filter({ hasText: "Please check these fields" });
  await expect(alert.getByText("Please fill in all required fields including at least one valid prize.")).toBeVisible();
  await expect(more).toHaveAttribute("open");
  await expect(alert.getByRole("link")).toHaveCount(5);
  await alert.getByRole("link", { name: "Days to keep entries" }).click();
  await expect(page.getByLabel("Days to keep entries")).toBeInViewport();
  await expectAccessible(page);
});

test("a prize that is added leaves open what was filled in under More @both", async ({ page }) => {
  await page.goto("/create-raffle");
  await openMore(page);
  await page.getByLabel("Days to keep entries").fill("30");
  await page.getByRole("button", { name: "Add a prize" }).click();
  await expect(page.getByRole("group", { name: "Prize 2" })).toBeVisible();
  await expect(page.getByLabel("Days to keep entries")).toBeVisible();
});
