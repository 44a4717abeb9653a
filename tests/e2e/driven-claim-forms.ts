import type { Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { shownRaffle } from "./drawn-raffle.ts";
import { type DrivenForm, press } from "./form-faults.ts";
import { openStarted } from "./started-page.ts";
import { createRaffle } from "./test-raffle.ts";
import { winPrize } from "./won-prize.ts";

/** A winner's claim page, whose contact is proved. */
async function openClaim(page: Page) {
  const won = await winPrize(page.request);
  await won.close();
  await page.goto(`/claim/${won.codeId}/${won.entryCode}`);
  await page.getByLabel("Your phone number or email").fill(won.email);
  await page.getByRole("button", { name: "Show my details" }).click();
  await page.getByRole("link", { name: "Please deliver it" }).click();
  await page.getByLabel("Day or time that suits you").fill("Saturday");
}

const ofClaim = (page: Page) => page.getByLabel("Day or time that suits you");

/** The forms of what follows a draw. */
export const DRIVEN_CLAIM_FORMS: Readonly<Record<string, DrivenForm>> = {
  "a claim": {
    open: openClaim,
    press: press("Claim Ham"),
    failed: "",
    typed: (page) => [[ofClaim(page), "Saturday"]],
  },
  "giving a prize up": {
    async open(page) {
      await openClaim(page);
      await page.getByRole("link", { name: "I do not want this prize" }).click();
      await page.getByLabel("Why, if you like to say").fill("I eat no ham");
    },
    press: press("Yes, the next in line gets it"),
    failed: "",
    typed: (page) => [[page.getByLabel("Why, if you like to say"), "I eat no ham"]],
  },
  "a hand-over": {
    async open(page) {
      const raffle = await shownRaffle(page.request);
      await raffle.lock();
      await raffle.draw();
      const [prize] = await raffle.claim();
      await raffle.close();
      await page.goto(`/draw-desk/${raffle.codeId}/${raffle.accessCode}`);
      await page.goto(`/voucher/${prize?.code}`);
    },
    press: press("Hand the prize over"),
    failed: "",
    asks: true,
    once: true,
  },
  "a notice to a winner": {
    async open(page) {
      const won = await winPrize(page.request);
      await won.close();
      await page.goto(`/winners/${won.codeId}/${won.accessCode}`);
      await page.getByText("Write down a notice").click();
      await page.getByLabel("What was said").fill("Will come on Saturday");
    },
    press: press("Save"),
    failed: "",
    typed: (page) => [[page.getByLabel("What was said"), "Will come on Saturday"]],
  },
  "what is asked of winners": {
    async open(page) {
      const { codeId, accessCode } = await createRaffle(page.request);
      await page.goto(`/claim-settings/${codeId}/${accessCode}`);
      await page.getByLabel("A question of your own").fill("Which size?");
    },
    press: press("Save"),
    failed: "",
    typed: (page) => [[page.getByLabel("A question of your own"), "Which size?"]],
  },
  "a raffle's times": {
    async open(page) {
      const { codeId, accessCode } = await createRaffle(page.request);
      await openStarted(page, `/overview/${codeId}/${accessCode}`);
      await page.getByText("Change the times", { exact: true }).click();
      await page.getByLabel("Minutes to check", { exact: true }).fill("90");
    },
    press: press("Save the times"),
    failed: "",
    typed: (page) => [[page.getByLabel("Minutes to check", { exact: true }), "90"]],
  },
  "a helper's link": {
    async open(page) {
      const { codeId, accessCode } = await createRaffle(page.request);
      await page.goto(`/helpers/${codeId}/${accessCode}`);
      await page.getByLabel("Name of the helper").fill("Jun");
    },
    press: press("Make the link"),
    failed: "",
    typed: (page) => [[page.getByLabel("Name of the helper"), "Jun"]],
  },
  "an entry on paper": {
    async open(page) {
      const { codeId, accessCode } = await createRaffle(page.request);
      await page.goto(`/draw-desk/${codeId}/${accessCode}`);
      await page.goto(`/add-entry/${codeId}/${accessCode}`);
      await page.getByLabel("First name").fill("Typed");
      await page.getByLabel("Last name").fill("Cruz");
      await page.getByLabel("Phone").fill(String(entryBody().phone));
      await page.getByLabel("This person is 18 or older").check();
    },
    press: press("Add this entry"),
    failed: "",
    // A whole slip would be stored: this one lacks its address, and stays.
    offline: /To store the slip here/,
    typed: (page) => [[page.getByLabel("First name"), "Typed"]],
  },
};
