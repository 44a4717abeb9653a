import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { missingParts } from "../tests/support/screen-parts.ts";
import { DESK_SCREENS } from "./desk/desk-head/desk-head-view.ts";
import routes from "./routes.ts";

const ROOT = join(import.meta.dirname, "..");

it("no screen lacks a part", async () => {
  expect(await missingParts(ROOT, routes)).toEqual([]);
});

/** Sheets of paper: the screen of what is printed leads to them. */
const SHEETS = ["code-sheet"];

it("the desk's head leads to each of its screens", () => {
  const screens = routes
    .flatMap(({ file, children = [] }) => (file.startsWith("desk/") ? children : []))
    .filter(({ file }) => file.endsWith(".tsx"))
    .map(({ path = "" }) => path.split("/")[0]);
  expect(screens.length).toBeGreaterThan(10);
  const lost = screens.filter((name) => ![...DESK_SCREENS, ...SHEETS].some((known) => known === name));
  expect(lost.map((name) => `${name}: it has no tab in TABS (web/desk/desk-head/desk-head-view.ts)`)).toEqual([]);
});

it("names each missing part of a new screen", async () => {
  const root = await mkdtemp(join(tmpdir(), "screen-parts-"));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const thanks = "site/thanks/thanks.route.tsx";
  await write(`web/${thanks}`, 'import { Thanks } from "./thanks.tsx";\nsiteLoader("pages:thanks.description")');
  await write("web/site/thanks/thanks.tsx", '<form method="post">');
  await write("web/site/other/other.route.tsx", "");
  await write("src/i18n/locales/en/pages.json", '{ "thanks": { "description": "Says thanks." } }');
  const named = () =>
    missingParts(root, [
      { path: "thanks/:raffleCode", file: thanks },
      { path: "lost", file: "site/lost/lost.route.tsx" },
    ]);
  expect(await named()).toEqual([
    "site/lost/lost.route.tsx: there is no such file",
    "site/other/other.route.tsx: it has no line in web/routes.ts",
    `${thanks}: it has no loader`,
    `${thanks}: it has no default export, its component`,
    `${thanks}: de has no text pages:thanks.description`,
    `${thanks}: fil has no text pages:thanks.description`,
    `${thanks}: it has a form, and its handle says neither forms nor hydrate`,
    `${thanks}: it lacks a row in web/route-table.test.ts`,
    `${thanks}: it lacks a browser test in tests/e2e`,
  ]);
  await write("web/site/thanks/thanks.tsx", 'useTranslation(["pages", "desk"])');
  await write(
    `web/${thanks}`,
    'import { T } from "./thanks.tsx";\nexport const handle = { hydrate: true, texts: ["desk"] };',
  );
  expect(await named()).toContain(`${thanks}: its handle lacks the texts "pages"`);
  await rm(root, { recursive: true });
});
