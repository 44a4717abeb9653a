import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { entryBody, raffleBody } from "../tests/support/api.ts";
import { created } from "../tests/support/ask-site.ts";
import { builtHandles } from "../tests/support/built-handles.ts";
import { eventBody } from "../tests/support/event.ts";
import { PAGE_BUDGET, type PageBytes, pageBytes } from "../tests/support/page-bytes.ts";
import { pathsOf } from "../tests/support/route-paths.ts";
import { sharedSite } from "../tests/support/test-site.ts";
import routes from "./routes.ts";

/** Pages with the stage of a draw. */
const STAGED = ["/raffle/:identifier/live", "/practice-draw/:raffleCode/:accessCode"];

/** Pages with what the browser alone knows: the time that is left of a raffle, or how high the page is in a frame. */
const COUNTING = ["/raffle/:identifier", "/embed/:raffleCode"];

/** Pages with the strip of the entries that this browser remembers. */
const WITH_TICKETS = ["/", "/raffle-list"];

/** The form for slips, which also works without a network. */
const FOR_SLIPS = ["/add-entry/:raffleCode/:accessCode?", "/helping/:raffleCode"];

/** The page with posts to share. */
const POSTS = "/share-raffle/:raffleCode/:accessCode";

/** The page that shows screens of others. */
const REHEARSAL = "/rehearse/:raffleCode/:accessCode";

/** Pages with checks of a draw. */
const CHECKED = ["/verify"];

/** Pages that show the head of a desk, or share its styles. */
const WITH_HEAD = /:accessCode|^\/update-entry/;

/** Pages that only organisers and admins open. */
const DESK = /^(desk|admin)\//;

let site: Awaited<ReturnType<typeof sharedSite>>;
let codes: Record<string, string>;
let chunks: Record<string, string[]>;
let handleAt: Awaited<ReturnType<typeof builtHandles>>;

beforeAll(async () => {
  site = await sharedSite();
  handleAt = await builtHandles();
  const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody());
  const { code } = await created(site.origin, "/events", eventBody());
  const { entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, entryBody());
  codes = {
    raffleCode: codeId,
    raffleId: codeId,
    raffleIdOrCode: codeId,
    identifier: codeId,
    accessCode,
    code,
    entryCode,
  };
  const list = join(import.meta.dirname, "../build/client/.vite/chunk-modules.json");
  chunks = JSON.parse(await readFile(list, "utf8"));
});

const addressOf = (path: string) =>
  path.replace("*", "nowhere").replace(/:([a-zA-Z]+)\??/g, (_, name: string) => codes[name] ?? "");

const bytesOf = (path: string): Promise<PageBytes> => pageBytes(site.origin, addressOf(path));

function filesOf(page: PageBytes): string[] {
  return page.scripts.flatMap((script) => chunks[script] ?? []);
}

function ownLimit(path: string, keepsForms: boolean): number {
  if (CHECKED.includes(path)) return PAGE_BUDGET.checksBytes;
  if (FOR_SLIPS.includes(path)) return PAGE_BUDGET.slipBytes;
  if (COUNTING.includes(path)) return PAGE_BUDGET.raffleBytes;
  if (WITH_TICKETS.includes(path)) return PAGE_BUDGET.stripBytes;
  if (STAGED.includes(path)) return PAGE_BUDGET.showBytes;
  if (path === POSTS) return PAGE_BUDGET.postBytes;
  return keepsForms ? PAGE_BUDGET.formBytes : PAGE_BUDGET.ownBytes;
}

function styleLimit(path: string): number {
  if (path === REHEARSAL) return PAGE_BUDGET.rehearsalStyleBytes;
  return WITH_HEAD.test(path) ? PAGE_BUDGET.deskStyleBytes : PAGE_BUDGET.styleBytes;
}

// Routes without a component only redirect.
describe.each(pathsOf(routes, (file) => file.endsWith(".tsx")))("%s", (path) => {
  it("sends no more than it may", async () => {
    const page = await bytesOf(path);
    // A form may be shown only at times, and a page that refuses leads to another one.
    const { hydrate, forms } = handleAt(addressOf(path));
    expect(page.styleBytes).toBeLessThanOrEqual(styleLimit(path));
    if (hydrate) {
      // Also a check of the measurement: a hydrating page that loads almost nothing was not measured.
      expect(page.scriptBytes).toBeGreaterThan(100_000);
      expect(page.scriptBytes).toBeLessThanOrEqual(PAGE_BUDGET.scriptBytes);
    } else {
      expect(page.scripts).toEqual([]);
      expect(page.inlineBytes).toBeGreaterThan(0);
      if (!page.hasForm && !forms) expect(page.keepsForms).toBe(false);
      expect(page.inlineBytes).toBeLessThanOrEqual(ownLimit(path, page.keepsForms));
    }
    if (page.hasForm) expect(page.keepsForms).toBe(true);
  });
});

it("the worker of the checks of a draw, which only those fetch who check, is small", async () => {
  const html = await (await fetch(`${site.origin}/verify`)).text();
  const worker = await fetch(`${site.origin}${/data-worker="([^"]+)"/.exec(html)?.[1]}`);
  const text = await worker.text();
  expect(text).toContain("bls-unchained-g1-rfc9380");
  expect(gzipSync(text, { level: 9 }).byteLength).toBeLessThanOrEqual(PAGE_BUDGET.workerBytes);
});

describe("a page for visitors that needs React", () => {
  it.each(["/raffle-entry/:raffleCode", "/raffle-entry/:raffleCode/:entryCode", "/register"])(
    "carries nothing of the desk: %s",
    async (path) => {
      const files = filesOf(await bytesOf(path));
      expect(files).toContain("root.tsx");
      expect(files.filter((file) => DESK.test(file))).toEqual([]);
    },
  );

  it("is told from one of the desk, where the same look finds it", async () => {
    const files = filesOf(await bytesOf("/overview/:raffleCode/:accessCode"));
    expect(files.filter((file) => DESK.test(file))).toContain("desk/overview/overview.tsx");
  });
});
