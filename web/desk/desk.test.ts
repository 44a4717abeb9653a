import { beforeAll, describe, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../tests/support/api.ts";
import { created } from "../../tests/support/ask-site.ts";
import { sharedSite } from "../../tests/support/test-site.ts";
import { openVisitor } from "../../tests/support/visitor.ts";
import routes from "../routes.ts";
import { DESK_SCREENS } from "./desk-head/desk-head-view.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;
let codeId: string;
let accessCode: string;
let entryCode: string;
/** The stage of a practice fills the window: it has no head, and no links. */
const SCREENS = DESK_SCREENS.filter((screen) => screen !== "practice-draw");

beforeAll(async () => {
  site = await sharedSite();
  ({ codeId, accessCode } = await created(site.origin, "/raffles", raffleBody()));
  ({ entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, entryBody()));
});

const openBrowser = (keepsCookies = true) => openVisitor(site.origin, { keepsCookies });

describe("an address of the desk with the access code", () => {
  it.each(SCREENS)("%s leads on to the same without it, and keeps what else stands there", async (screen) => {
    const browser = openBrowser();
    const seen = await browser.visit(`/${screen}/${codeId}/${accessCode}?page=1`);
    expect(seen).toMatchObject({ at: `/${screen}/${codeId}/~?page=1`, steps: 2, status: 200 });
    expect(seen.html).not.toContain(accessCode);
    // By now the server knows that the browser stores passes.
    expect(await browser.visit(`/${screen}/${codeId}/${accessCode}`)).toMatchObject({ steps: 1, status: 200 });
  });

  it("stays where the browser refuses cookies, and each link of a screen works", async () => {
    const browser = openBrowser(false);
    // The head's links stand on each screen.
    const links = new Set<string>();
    for (const screen of SCREENS) {
      const seen = await browser.visit(`/${screen}/${codeId}/${accessCode}`);
      expect(seen).toMatchObject({ at: `/${screen}/${codeId}/${accessCode}?without-pass=`, steps: 1, status: 200 });
      for (const [, link = ""] of seen.html.matchAll(/href="(\/[a-z-]+\/[A-Z0-9]{8}\/[^"~]{4})"/g)) links.add(link);
    }
    expect(links.size).toBeGreaterThanOrEqual(SCREENS.length);
    for (const link of links) expect([link, (await browser.visit(link)).status]).toEqual([link, 200]);
  });

  it("is left at once by a browser that opens a link to it: no further address holds the code", async () => {
    const { ask } = openVisitor(site.origin, { fetchSite: "none" });
    const first = (await ask(`/winners/${codeId}/${accessCode}?page=1`)).headers.get("location") ?? "";
    expect(first).toBe(`/winners/${codeId}/~?page=1&without-pass=`);
    const second = (await ask(first)).headers.get("location") ?? "";
    expect(second).toBe(`/winners/${codeId}/~?page=1`);
    expect((await ask(second)).status).toBe(200);
  });

  it("asks a browser that refuses cookies for the code once, and then stays", async () => {
    const seen = await openVisitor(site.origin, { keepsCookies: false, fetchSite: "none" }).visit(
      `/winners/${codeId}/${accessCode}`,
    );
    expect(seen).toMatchObject({ at: `/open-desk/${codeId}?to=winners&without-pass=`, status: 200 });
    const inside = openVisitor(site.origin, { keepsCookies: false, fetchSite: "same-origin" });
    const at = (await inside.ask(seen.at, { accessCode })).headers.get("location") ?? "";
    expect(at).toBe(`/winners/${codeId}/${accessCode}?without-pass=`);
    const page = await inside.visit(at);
    expect(page).toMatchObject({ at, steps: 0, status: 200 });
    const [, link = ""] = /href="(\/overview\/[A-Z0-9]{8}\/[^"~]{4})"/.exec(page.html) ?? [];
    expect((await inside.visit(link)).status).toBe(200);
  });

  it("answers a form that is sent to it, and does not lead away from the answer", async () => {
    const asked = await openBrowser(false).ask(`/draw-list/${codeId}/${accessCode}?without-pass=`, { entryCode });
    expect(asked.status).toBe(200);
    expect(await asked.text()).toContain("Are you sure");
    const returning = openBrowser();
    await returning.visit(`/draw-list/${codeId}/${accessCode}`);
    const again = await returning.ask(`/draw-list/${codeId}/${accessCode}`, { entryCode });
    expect([again.status, await again.text()]).toEqual([200, expect.stringContaining("Are you sure")]);
    const data = await returning.ask(`/draw-list/${codeId}/~.data`, { entryCode });
    expect([data.status, await data.text()]).toEqual([200, expect.stringContaining(entryCode)]);
  });

  it("leads nobody anywhere with a wrong code", async () => {
    const wrong = accessCode === "ZZZZ" ? "YYYY" : "ZZZZ";
    const browser = openBrowser();
    const refused = await browser.visit(`/overview/${codeId}/${wrong}`);
    expect(refused).toMatchObject({ steps: 0, status: 403 });
    // The page asks for the right code, and leads to the screen that was wanted.
    const form = /<form[^>]* action="(\/open-desk[^"]+)"/.exec(refused.html)?.[1];
    expect(form).toBe(`/open-desk/${codeId}?to=overview`);
    const opened = await browser.ask(form ?? "", { accessCode });
    expect(opened.headers.get("location")).toMatch(new RegExp(`^/overview/${codeId}/`));
  });
});

describe("a wrong access code", () => {
  const desk = routes.find(({ file }) => file === "desk/desk.route.tsx");
  const paths = desk?.children?.map(({ path = "" }) => path) ?? [];

  it.each(paths)("opens nothing and changes nothing at %s", async (path) => {
    const wrong = accessCode === "ZZZZ" ? "YYYY" : "ZZZZ";
    const at = `/${path.replace(":raffleCode", codeId).replace(/:accessCode\??/, wrong)}`;
    const browser = openBrowser();
    const seen = await browser.visit(at);
    // The edit screen leads to the form of a new raffle, which says why.
    const isEdit = path.startsWith("edit-raffle");
    expect([seen.at, seen.status]).toEqual(
      isEdit ? ["/create-raffle?turned-away=access-code-mismatch", 200] : [at, 403],
    );
    const sent = await browser.ask(at, { intent: "lock", entryCode, name: "Somebody", terms: "on" });
    expect(isEdit ? [302] : [403, 405]).toContain(sent.status);
    expect(sent.headers.getSetCookie().join()).not.toContain("desk");
  });
});

describe("a browser", () => {
  it("without a pass is asked for the code, and comes to the screen that it wanted", async () => {
    const browser = openBrowser();
    const seen = await browser.visit(`/overview/${codeId}/~`);
    expect(seen).toMatchObject({ at: `/open-desk/${codeId}?to=overview`, status: 200 });
    const refused = await browser.ask(seen.at, { accessCode: "no" });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("Access code mismatch.")]);
    const opened = await browser.ask(seen.at, { accessCode: accessCode.toLowerCase(), trust: "yes" });
    expect(opened.headers.get("set-cookie")).toMatch(/^desk-trusted=.+; Expires=/);
    expect((await browser.visit(opened.headers.get("location") ?? "")).at).toBe(`/overview/${codeId}/~`);
    expect((await openBrowser().visit("/open-desk/NOSUCHCO")).status).toBe(404);
  });

  it("goes back from an entry to the draw list without the code, once it has proved it", async () => {
    const browser = openBrowser();
    await browser.visit(`/draw-list/${codeId}/${accessCode}`);
    const back = await browser.ask(`/update-entry/${entryCode}`, { intent: "back", accessCode: "" });
    expect([back.status, back.headers.get("location")]).toEqual([303, `/draw-list/${codeId}/~`]);
    const stranger = await openBrowser().ask(`/update-entry/${entryCode}`, { intent: "back", accessCode: "" });
    expect(stranger.status).toBe(403);
  });

  it("leaves the desk from each of its screens, and opens nothing there then", async () => {
    const browser = openBrowser();
    for (const screen of SCREENS) {
      const { html } = await browser.visit(`/${screen}/${codeId}/${accessCode}`);
      expect(html).toContain('action="/leave-desk"');
    }
    expect((await browser.visit(`/update-entry/${entryCode}`)).html).toContain('action="/leave-desk"');
    const csv = `/api/raffles/${codeId}/entries.csv`;
    const before = await browser.ask(csv);
    expect([before.status, before.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const left = await browser.ask("/leave-desk", {});
    expect(left.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(browser.jar.size).toBe(0);
    const after = await browser.visit(left.headers.get("location") ?? "");
    expect(after.html).toContain("You have left the desk.");
    expect(after.html).not.toContain('action="/leave-desk"');
    expect((await browser.ask(csv)).status).toBe(403);
    expect((await browser.visit(`/draw-list/${codeId}/~`)).at).toBe(`/open-desk/${codeId}?to=draw-list`);
    // A link must not make anybody leave the desk.
    expect((await browser.ask("/leave-desk")).headers.get("set-cookie")).toBeNull();
  });
});

it("lets nobody keep an answer that is one person's", async () => {
  const browser = openBrowser();
  const answers = [
    await browser.ask(`/search-entry/${codeId}`, { entryCode }),
    await browser.ask(`/raffle-entry/${codeId}`, { firstName: "Nena" }),
    await browser.ask("/create-raffle"),
    await browser.ask("/create-event"),
  ];
  for (const { url, headers } of answers) expect([url, headers.get("cache-control")]).toEqual([url, "no-store"]);
  expect((await browser.ask("/")).headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
});
