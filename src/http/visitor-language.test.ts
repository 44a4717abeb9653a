import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { languageChoice, setLanguageHeaders, visitorLanguage } from "./visitor-language.ts";

function site(origin = "http://localhost"): Hono {
  const app = new Hono();
  app.route("/language", languageChoice(origin));
  app.get("*", (c) => {
    const language = visitorLanguage(c, "de");
    const answer = new Response(language);
    setLanguageHeaders(c, answer, language);
    return answer;
  });
  return app;
}

function choose(language: string, to: string, app = site()): Response | Promise<Response> {
  return app.request("/language", { method: "POST", body: new URLSearchParams({ language, to }) });
}

const english = { headers: { "accept-language": "en-US,en;q=0.9" } };

test("a choice is kept in a cookie that answers every later request", async () => {
  const answer = await choose("fil", "/raffle-list");
  expect(answer.status).toBe(303);
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^language=fil; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
  const later = await site().request("/", { headers: { ...english.headers, cookie } });
  expect(await later.text()).toBe("fil");
  const overHttps = await choose("de", "/", site("https://raffles.example"));
  expect(overHttps.headers.get("set-cookie")).toContain("Secure");
});

test.each(["", "xx", "en; Domain=.com"])("the choice %j is none, and the visitor still gets back", async (language) => {
  const answer = await choose(language, "/terms");
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.headers.get("location")).toBe("/terms");
});

test("a choice that is no form at all changes nothing", async () => {
  const answer = await site().request("/language", { method: "POST", body: new Uint8Array([0xff, 0x00, 0x25]) });
  expect([answer.status, answer.headers.get("location"), answer.headers.get("set-cookie")]).toEqual([303, "/", null]);
});

describe("the way back", () => {
  test.each([
    ["/raffle-list?page=2", "/raffle-list?page=2"],
    ["/draw-list/ABCD1234/WXYZ?q=%C3%B1&after=x", "/draw-list/ABCD1234/WXYZ?q=%C3%B1&after=x"],
    // Otherwise the address would override the choice.
    ["/terms?lang=de", "/terms"],
    ["/raffle-list?lang=de&page=2", "/raffle-list?page=2"],
  ])("is the same page: %s", async (to, location) => {
    expect((await choose("en", to)).headers.get("location")).toBe(location);
  });

  test.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "/.//evil.example/",
    "/a/..//evil.example/",
    "/\t/evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
    "//",
  ])("never leads to another site: %j", async (to) => {
    expect((await choose("en", to)).headers.get("location")).toBe("/");
  });
});

test("a page says its language, and what it would depend on for other visitors", async () => {
  const page = await site().request("/terms", english);
  expect(page.headers.get("content-language")).toBe("en");
  expect(page.headers.get("vary")).toBe("Accept-Language, Cookie");
  const link = await site().request("/terms?lang=fil", english);
  expect(link.headers.get("content-language")).toBe("fil");
  expect([link.headers.get("vary"), link.headers.get("set-cookie")]).toEqual([null, null]);
});
