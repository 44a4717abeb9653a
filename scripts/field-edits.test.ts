import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { PLACES, ROWS, VIEWS } from "./field-edits.ts";

const ROOT = join(import.meta.dirname, "..");

it("CONTRIBUTING names the places of a new field", async () => {
  const recipes = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const unnamed = [...ROWS, ...PLACES, ...VIEWS].filter(({ file }) => !recipes.includes(basename(file)));
  expect(unnamed).toEqual([]);
});

// The long tests make these edits. A place that was moved is found before.
it.each([...ROWS, ...PLACES, ...VIEWS])("the place of a new field stands once in $file: $before", async (edit) => {
  expect((await readFile(join(ROOT, edit.file), "utf8")).split(edit.before)).toHaveLength(2);
});
