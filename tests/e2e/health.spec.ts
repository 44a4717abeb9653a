import { expect } from "@playwright/test";
import { test } from "./test.ts";

test("the site says that it is alive @read-only", async ({ request }) => {
  const answer = await request.get("/healthz");
  expect(answer.status()).toBe(200);
});
