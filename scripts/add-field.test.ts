import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { copyWithFields } from "../tests/support/copy-with-fields.ts";
import { PLACES, ROWS, VIEWS } from "./field-edits.ts";

const ROOT = join(import.meta.dirname, "..");

it("a new field's row makes the compiler name each place that lacks it", async () => {
  const copy = await copyWithFields();
  const { output } = await copy.compile();
  await rm(copy.folder, { recursive: true, force: true });
  const unnamed = PLACES.filter(({ file }) => !output.includes(`${file}(`));
  expect(unnamed).toEqual([]);
});

it("CONTRIBUTING names these places too", async () => {
  const recipes = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const unnamed = [...ROWS, ...PLACES, ...VIEWS].filter(({ file }) => !recipes.includes(basename(file)));
  expect(unnamed).toEqual([]);
});
