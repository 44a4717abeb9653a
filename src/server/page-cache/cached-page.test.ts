import { expect, it } from "vitest";
import { storePage } from "./cached-page.ts";

it("has another tag with another policy: with a 304 a browser would keep the policy of before", async () => {
  const tagOf = async (policy: string) => {
    const page = await storePage(new Response("<p>same</p>", { headers: { "content-security-policy": policy } }));
    return page.byAddress.identity.tag;
  };
  expect(await tagOf("frame-ancestors 'none'")).toBe(await tagOf("frame-ancestors 'none'"));
  expect(await tagOf("frame-ancestors https://shop.example")).not.toBe(await tagOf("frame-ancestors 'none'"));
});
