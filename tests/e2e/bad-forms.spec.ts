import { expect } from "@playwright/test";
import { NASTY_TEXTS } from "../support/nasty-texts.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

// Raffles and events are counted by network.

const FORM = { "content-type": "application/x-www-form-urlencoded" };

test("a post that is no form gets a page that says so @javascript", async ({ request }) => {
  const { codeId } = await createRaffle(request);
  for (const path of [`/raffle-entry/${codeId}`, `/search-entry/${codeId}`, "/create-raffle"]) {
    const json = await request.post(path, {
      data: "{}",
      headers: { "content-type": "application/json", "accept-language": "en" },
    });
    expect(json.status(), path).toBe(400);
    expect(await json.text()).toContain("This form did not arrive whole.");
    const half = await request.post(path, {
      data: "x",
      headers: { "content-type": "multipart/form-data; boundary=y" },
    });
    expect(half.status(), path).toBe(400);
  }
});

test("a body of 3 MB is refused before it is read @javascript", async ({ request }) => {
  const { codeId } = await createRaffle(request);
  const data = `firstName=${"a".repeat(3_000_000)}`;
  for (const path of [`/raffle-entry/${codeId}`, `/search-entry/${codeId}`, "/create-raffle"]) {
    expect((await request.post(path, { data, headers: FORM })).status(), path).toBe(413);
  }
});

test("whatever is typed into the entry form comes back as it was, beside what is wrong @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await page.goto(`/raffle-entry/${codeId}`);
  for (const nasty of NASTY_TEXTS) {
    const answer = await request.post(`/raffle-entry/${codeId}`, {
      data: new URLSearchParams({ firstName: nasty, address: nasty, email: nasty }).toString(),
      headers: FORM,
    });
    expect(answer.status(), JSON.stringify(nasty)).toBe(422);
    const typed = await page.evaluate(
      (html) =>
        new DOMParser().parseFromString(html, "text/html").querySelector("[name=address]")?.getAttribute("value"),
      await answer.text(),
    );
    expect(asField(typed ?? "")).toBe(asField(nasty));
  }
});

/** A one-line field holds no line breaks, HTML holds no null byte, and form data holds no half surrogate pair. */
function asField(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\ufffd").replace(/\r\n?/g, "\n");
}
