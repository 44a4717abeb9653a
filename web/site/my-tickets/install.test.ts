import sharp from "sharp";
import { expect, test } from "vitest";
import { raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";

const { origin } = await sharedSite();
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers });

type Manifest = { readonly start_url: string; readonly lang: string; readonly icons: readonly Icon[] };
type Icon = { readonly src: string; readonly sizes: string; readonly purpose: string };

test("a phone gets what it needs to install the site, in its language", async () => {
  const answer = await get("/manifest.webmanifest", { "accept-language": "de" });
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const { start_url, lang, icons } = (await answer.json()) as Manifest;
  expect([start_url, lang]).toEqual(["/my-tickets", "de"]);
  expect(icons.map(({ purpose }) => purpose)).toEqual(["any", "any", "maskable"]);
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(await (await get(src)).arrayBuffer()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test("the worker holds the offline page, and browsers that have it fetch nothing", async () => {
  const answer = await get("/sw.js");
  expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await answer.text()).toMatch(/^const OFFLINE_PAGE = "<!doctype html>/);
  const again = await get("/sw.js", { "if-none-match": answer.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
});

test("pages of raffles register it, but none in another site's frame", async () => {
  const { codeId } = await created(origin, "/raffles", raffleBody());
  const registers = async (path: string) => (await (await get(path)).text()).includes("/sw.js");
  for (const path of ["/", "/raffle-list", `/raffle/${codeId}`])
    expect([path, await registers(path)]).toEqual([path, true]);
  for (const path of [`/embed/${codeId}`, "/login"]) expect([path, await registers(path)]).toEqual([path, false]);
});
