import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { PageHandle } from "#src/http/page-handle.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";

/** What a screen declares of its page, and inherits from its layout. */
type Declared = Pick<PageHandle, "hydrate" | "forms" | "texts">;

/** A screen: its route, and what it declares. */
type Screen = { readonly path: string; readonly file: string; readonly handle: Declared };

const SCREENS = "{site,desk,admin}/**/*.route.{ts,tsx}";

/** Screens that have no address to open: another screen leads to them. */
const LED_TO: readonly string[] = ["login-code"];

/** The tests that have to know each screen: who gets it, and what it looks like in a browser. */
const LISTS = {
  "a row in web/route-table.test.ts": ["web/route-table.test.ts"],
  "a browser test in tests/e2e": ["tests/e2e/*.ts"],
} as const;

/**
 * Names what is missing of the screens of the project in `root`, as "Add a screen" in CONTRIBUTING.md lists it.
 *
 * @returns one line for each missing part; empty if there is none
 */
export async function missingParts(root: string, routes: readonly RouteConfigEntry[]): Promise<string[]> {
  const web = join(root, "web");
  const missing: string[] = [];
  const screens: Screen[] = [];
  const registered = new Set<string>();
  const collect = async (entries: readonly RouteConfigEntry[], inherited: Declared): Promise<void> => {
    for (const { path, index, file, children } of entries) {
      registered.add(file);
      if (!existsSync(join(web, file))) {
        missing.push(`${file}: there is no such file`);
        continue;
      }
      const handle = { ...inherited, ...declaredIn(await readFile(join(web, file), "utf8")) };
      if (children) await collect(children, handle);
      else if (file.endsWith(".tsx")) screens.push({ path: index ? "" : (path ?? ""), file, handle });
    }
  };
  await collect(routes, {});
  for await (const found of glob(SCREENS, { cwd: web })) {
    if (!registered.has(found)) missing.push(`${found}: it has no line in web/routes.ts`);
  }
  const lists = await Promise.all(
    Object.entries(LISTS).map(async ([name, patterns]) => [name, await textOf(root, patterns)] as const),
  );
  for (const screen of screens) {
    const parts = [...(await partsOfRoute(root, screen)), ...listsWithout(screen, lists)];
    missing.push(...parts.map((part) => `${screen.file}: ${part}`));
  }
  return missing;
}

/** What a route's file declares in its `handle`, as it is written there. */
function declaredIn(text: string): Declared {
  const [, written = ""] = /export const handle\b[^=]*= (\{[\s\S]*?\});?$/m.exec(text) ?? [];
  const texts = /texts: \[([^\]]*)\]/.exec(written)?.[1]?.match(/\w+/g) as PageHandle["texts"] | undefined;
  return {
    ...(/hydrate: (true|"when-used")/.test(written) && { hydrate: true }),
    ...(/forms: true/.test(written) && { forms: true }),
    ...(texts && { texts }),
  };
}

/** What a route's file and the components beside it lack. */
async function partsOfRoute(root: string, { file, handle }: Screen): Promise<string[]> {
  const route = await readFile(join(root, "web", file), "utf8");
  const own = route + (await componentsOf(join(root, "web", dirname(file)), route));
  const missing: string[] = [];
  if (!/^export (async )?(const|function) loader\b/m.test(route)) missing.push("it has no loader");
  if (!/^export default /m.test(route)) missing.push("it has no default export, its component");
  const keys = [...own.matchAll(/"([a-z][A-Za-z]*:[\w.]*[dD]escription)"/g)].map(([, key = ""]) => key);
  if (keys.length === 0 && /(site|account|desk|staff)Loader\(/.test(route)) missing.push("it has no description");
  for (const key of keys) {
    for (const language of LANGUAGES) {
      if (!(await hasText(root, language, key))) missing.push(`${language} has no text ${key}`);
    }
  }
  const hasForm = /method="post"|<RefusableForm/.test(own);
  if (hasForm && !handle.hydrate && !handle.forms)
    missing.push("it has a form, and its handle says neither forms nor hydrate");
  if (handle.hydrate) {
    const used = [...own.matchAll(/useTranslation\(\[?([^)\]]+)\]?\)/g)].flatMap(
      ([, names = ""]) => names.match(/\w+/g) ?? [],
    );
    for (const part of new Set(used)) {
      if (part !== "site" && !handle.texts?.some((text) => text === part))
        missing.push(`its handle lacks the texts "${part}"`);
    }
  }
  return missing;
}

/** The components of a folder that a route imports, itself or through another of them. */
async function componentsOf(folder: string, route: string): Promise<string> {
  const seen = new Set<string>();
  const texts: string[] = [];
  const waiting = [route];
  for (const text of waiting) {
    for (const [, name = ""] of text.matchAll(/from "\.\/([\w/-]+\.tsx?)"/g)) {
      if (seen.has(name) || !existsSync(join(folder, name))) continue;
      seen.add(name);
      const component = await readFile(join(folder, name), "utf8");
      texts.push(component);
      waiting.push(component);
    }
  }
  return texts.join("\n");
}

function listsWithout({ path }: Screen, lists: readonly (readonly [string, string])[]): string[] {
  // The last part that is no parameter names the screen.
  const name = path.split("/").findLast((part) => part !== "" && !part.startsWith(":") && part !== "*");
  if (name === undefined || LED_TO.includes(name)) return [];
  return lists
    .filter(([, text]) => !new RegExp(`["'\`/]${name}["'\`/?]`).test(text))
    .map(([list]) => `it lacks ${list}`);
}

async function textOf(root: string, patterns: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob([...patterns], { cwd: root })) texts.push(await readFile(join(root, file), "utf8"));
  // A comment about a screen is no test of it.
  return texts.join("\n").replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "");
}

async function hasText(root: string, language: string, key: string): Promise<boolean> {
  const [part = "", path = ""] = key.split(":");
  const file = join(root, "src/i18n/locales", language, `${part}.json`);
  if (!existsSync(file)) return false;
  const found = path
    .split(".")
    .reduce<unknown>(
      (texts, name) => (texts as Record<string, unknown> | undefined)?.[name],
      JSON.parse(await readFile(file, "utf8")),
    );
  return typeof found === "string" && found !== "";
}
