import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { copyWithFields } from "../tests/support/copy-with-fields.ts";
import { PLACES } from "./field-edits.ts";

it("a new field's row makes the compiler name each place that lacks it", async () => {
  const copy = await copyWithFields();
  const { output } = await copy.compile();
  await rm(copy.folder, { recursive: true, force: true });
  const unnamed = PLACES.filter(({ file }) => !output.includes(`${file}(`));
  expect(unnamed).toEqual([]);
});
