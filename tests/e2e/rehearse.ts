import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Goes through the rehearsal of an evening, from “Today” and back to it.
 *
 * @param press counts a press
 * @param look is called on each of its screens
 */
export async function rehearse(
  page: Page,
  press: (target: Locator) => Promise<void>,
  look: () => Promise<void> = async () => undefined,
): Promise<void> {
  /** Looks at a step once it is there: without scripts a press leads to a page that comes later. */
  const at = async (step: string) => {
    await expect(page.getByRole("heading", { level: 2, name: step, exact: true })).toBeVisible();
    await look();
  };
  await press(page.getByRole("link", { name: "Rehearse, 3 minutes" }));
  await expect(page.getByText("From then on nobody can join.")).toBeVisible();
  await press(page.getByRole("link", { name: "Next: You check" }));
  await at("You check");
  await press(page.getByRole("button", { name: "One person" }));
  await expect(page.getByText("You chose “One person”")).toBeVisible();
  await at("The list is locked");
  await press(page.getByRole("link", { name: "Next: The draw" }));
  await press(page.getByRole("article").getByRole("link", { name: "Practise the show" }));
  await expect(page.getByText("PRACTICE: nothing of this counts")).toBeVisible();
  await press(page.getByRole("link", { name: "Go on rehearsing" }));
  await at("A winner claims");
  await press(page.getByRole("link", { name: "I pick it up" }));
  const claim = page.getByRole("button", { name: /^Claim / });
  await expect(claim).toBeVisible();
  await look();
  await press(claim);
  await at("At the counter");
  await press(page.getByRole("button", { name: "Hand the prize over" }));
  await expect(page.getByRole("heading", { name: "HANDED OVER" })).toBeVisible();
  await look();
  await press(page.getByRole("link", { name: "Back to “Today”" }));
}
