import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyProject } from "../tests/support/project-copy.ts";
import { findDocumentFaults } from "./check-documents.ts";
import { findVocabularyFaults } from "./check-file-vocabulary.ts";
import { findForbiddenImports } from "./check-imports.ts";
import { findTextFaults } from "./check-texts.ts";
import { importRules, reachRules } from "./import-rules.ts";
import { LAYERS } from "./layers.ts";

/**
 * Each rule of `npm run check` finds a fault that is planted among the project's own files. The checks' own tests plant
 * them in small trees, and stay green when a folder moves out of a rule's sight, or a function gets another name.
 */
let copy: string;

beforeAll(async () => {
  copy = await copyProject();
});

afterAll(() => rm(copy, { recursive: true, force: true }));

async function plant(path: string, text: string): Promise<string> {
  await mkdir(dirname(join(copy, path)), { recursive: true });
  await writeFile(join(copy, path), text);
  return path;
}

/** Replaces a text that stands in a file of the project. */
async function replaceIn(path: string, before: string | RegExp, after: string): Promise<void> {
  const text = await readFile(join(copy, path), "utf8");
  const changed = text.replace(before, after);
  if (changed === text) throw new Error(`${path} has no ${before}`);
  await writeFile(join(copy, path), changed);
}

/** The files of a kind that the project has, in whichever folder. */
function filesNamed(...names: string[]): string[] {
  return names.flatMap((name) => globSync(`src/**/${name}.ts`, { cwd: copy }));
}

describe("import order", () => {
  let broken: string[];

  beforeAll(async () => {
    const below = LAYERS.at(-1)?.[0] ?? "";
    await plant(`${below}/planted-target.ts`, "export const target = 1;");
    for (const folder of LAYERS.slice(0, -1).flat()) {
      await plant(`${folder}/planted-layer.ts`, `import "#${below}/planted-target.ts";`);
    }
    await plant("src/base/planted-node.ts", 'import "node:crypto"; export const a = 1;');
    await plant("src/base/planted-web.ts", 'import "../../web/routes.ts";');
    await plant("src/base/planted-cycle.ts", 'import "./planted-circle.ts";');
    await plant("src/base/planted-circle.ts", 'import "./planted-cycle.ts";');
    await plant("src/base/planted-test.ts", 'import "../../tests/support/api.ts";');
    await plant("src/base/planted-dev.ts", 'import "vitest";');
    await plant("src/api/planted-sql.ts", 'import { sql } from "kysely"; export default sql;');
    await plant("src/raffles/planted-http.ts", 'import { Hono } from "hono"; export default Hono;');
    await plant("src/draws/protocol/planted-alone.ts", 'import "#src/entries/limits.ts";');
    await plant("src/draws/protocol/planted-runs.ts", 'import "#src/base/planted-node.ts";');
    await plant("web/ui/planted.tsx", 'import "#src/base/planted-node.ts"; export const A = () => <p />;');
    await replaceIn("src/entries/import/read.ts", /^/, 'import "./write.ts";\n');
    await replaceIn("src/draws/show/rules.ts", /^/, 'import "kysely";\n');
    await replaceIn("src/entries/rules.ts", /^/, 'import "#src/base/planted-node.ts";\n');
    broken = await findForbiddenImports(copy);
  });

  const names = [...(importRules.forbidden ?? []), ...reachRules].map(({ name }) => name ?? "");
  // No layer is above the last: its rows have nothing that they may not import.
  const free = new Set(LAYERS.at(-1)?.map((folder) => `layers:${folder}`));

  test.each(names.filter((name) => !free.has(name)))("%s", (name) => {
    expect(broken.filter((line) => line.endsWith(`(${name})`))).not.toEqual([]);
  });
});

describe("file vocabulary", () => {
  const FAULTS: readonly [files: string[], code: string, fault: string][] = [
    [["schema", "rules"], "export const planted = () => Date.now();", "Date.now"],
    [["read"], 'export const planted = (db) => db.deleteFrom("raffles");', "deleteFrom"],
    [["write"], "export const planted = (db) => inTransaction(db, async () => 1);", "inTransaction()"],
  ];

  test("finds forbidden code in each file of a kind", async () => {
    for (const [names, code] of FAULTS) {
      for (const path of filesNamed(...names)) await appendFile(join(copy, path), `\n${code}\n`);
    }
    const faults = await findVocabularyFaults(copy);
    for (const [names, , fault] of FAULTS) {
      const files = filesNamed(...names);
      expect(files.length).toBeGreaterThan(5);
      expect(files.filter((path) => !faults.some((line) => line.startsWith(`${path}: ${fault}`)))).toEqual([]);
    }
  });

  test("finds a second connection in a transaction, a long file, and a name without a meaning", async () => {
    await replaceIn("src/draws/lock/lock-list.ts", "lockInTransaction(tx, deps", "lockInTransaction(deps.db, deps");
    await plant("web/ui/planted-lines.ts", "\n".repeat(301));
    await plant("src/raffles/pictures/utils.ts", "");
    await plant("web/site/planted-words.ts", `// ${"word ".repeat(24)}\nexport const tellAll = 1;`);
    const faults = (await findVocabularyFaults(copy)).join("\n");
    expect(faults).toMatch(/^src\/draws\/lock\/lock-list.ts: deps.db inside/m);
    expect(faults).toMatch(/^web\/ui\/planted-lines.ts: 301 lines/m);
    expect(faults).toMatch(/^src\/raffles\/pictures\/utils.ts: "utils" says nothing/m);
    expect(faults).toMatch(/^web\/site\/planted-words.ts: "tellAll": the field says notify/m);
    expect(faults).toMatch(/^web\/site\/planted-words.ts: line 1: a comment of more/m);
  });
});

test("documents: a file that is gone is named", async () => {
  await replaceIn("docs/architecture.md", /^/, "`src/entries/gone.ts`\n");
  expect(await findDocumentFaults(copy)).toContainEqual(expect.stringContaining("names src/entries/gone.ts"));
});

test("texts: an unknown key of a zod check is found, a text in a component, and what a catalogue lacks", async () => {
  await plant("web/ui/planted-text.tsx", "export const A = () => <p>Planted words</p>;");
  await plant("src/raffles/planted-refusal.ts", 'export const a = z.string({ error: "plantedRefusal" });');
  for (const [language, texts] of Object.entries({ en: { spareWords: "Spare {{a}}" }, de: { spareWords: "Ohne" } })) {
    const path = `src/i18n/locales/${language}/site.json`;
    const catalogue = JSON.parse(await readFile(join(copy, path), "utf8"));
    await writeFile(join(copy, path), JSON.stringify({ ...catalogue, planted: texts }));
  }
  expect(await findTextFaults(copy)).toEqual(
    expect.arrayContaining([
      "web/ui/planted-text.tsx: “Planted words” belongs in a catalogue.",
      "src/raffles/planted-refusal.ts: plantedRefusal is in no catalogue.",
      "site:planted.spareWords is used nowhere.",
      "fil: site:planted.spareWords is missing.",
      "de: site:planted.spareWords has nothing, not {{a}}.",
    ]),
  );
});

test("format, lint and dead code: the tools' own rules are switched on", async () => {
  await plant("src/raffles/planted-any.ts", "export const planted = (a: any) => a;\n");
  await plant("src/raffles/planted-mint.ts", 'import { mintOrganiser } from "#src/access/scope.ts";\n');
  await plant("src/raffles/planted-env.ts", 'import { env } from "node:process";\n');
  await plant(
    "src/raffles/planted-html.tsx",
    "export const A = () => <p dangerouslySetInnerHTML={{ __html: a }} />;\n",
  );
  const [lint, dead] = await Promise.all([
    outputOf("@biomejs/biome/bin/biome", "check", "--colors=off", "--max-diagnostics=200", "src/raffles"),
    outputOf("knip/bin/knip.js", "--no-progress"),
  ]);
  for (const rule of ["noExplicitAny", "noRestrictedImports", "noDangerouslySetInnerHtml"])
    expect(lint).toContain(rule);
  for (const name of ["mint", "env"]) expect(lint).toContain(`planted-${name}.ts`);
  expect(dead).toContain("planted-any.ts");
});

/** What a tool from node_modules prints in the copy. */
function outputOf(path: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join("node_modules", path), ...args], { cwd: copy });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}
