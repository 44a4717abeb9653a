import { expect, it } from "vitest";
import { toResponse } from "#src/http/problem.ts";
import { sendPage, storePage } from "./cached-page.ts";

it("has another tag with another policy: with a 304 a browser would keep the policy of before", async () => {
  const tagOf = async (policy: string) => {
    const page = await storePage(new Response("<p>same</p>", { headers: { "content-security-policy": policy } }));
    return page.byAddress.identity.tag;
  };
  expect(await tagOf("frame-ancestors 'none'")).toBe(await tagOf("frame-ancestors 'none'"));
  expect(await tagOf("frame-ancestors https://shop.example")).not.toBe(await tagOf("frame-ancestors 'none'"));
});

it("holds a short body as a text, and a long one as bytes that all its readers share", async () => {
  const short = (await storePage(new Response("<p>ñ</p>"))).byAddress.identity;
  expect(short.body).toBe("<p>Ã±</p>");
  expect(await toResponse(sendPage(200, short, undefined)).text()).toBe("<p>ñ</p>");
  const long = "ñ".repeat(10_000);
  const { byAddress, byVisitor } = await storePage(new Response(long));
  expect(byAddress.identity.body).toBeInstanceOf(Uint8Array);
  expect(byAddress.identity.body).toBe(byVisitor.identity.body);
  expect(byAddress.identity.headers["content-length"]).toBe("20000");
  expect(await toResponse(sendPage(200, byAddress.identity, undefined)).text()).toBe(long);
});
