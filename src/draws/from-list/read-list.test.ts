import { expect, it } from "vitest";
import { accept } from "#src/base/outcome.ts";
import { LIST_LENGTH } from "#src/entries/listed/limits.ts";
import { readList } from "./read-list.ts";

it("counts each pasted list, but reads none that is too long", async () => {
  let counted = 0;
  const admit = async () => {
    counted += 1;
    return accept(undefined);
  };
  const visitor = { limits: { admit }, address: "203.0.113.5", solution: undefined };
  const long = await readList(visitor, { text: "\n".repeat(LIST_LENGTH + 1), file: null });
  expect(long).toMatchObject({ ok: false, refusal: { fields: { names: [{ key: "namesTooMany" }] } } });
  expect(counted).toBe(0);
  expect(await readList(visitor, { text: "Ana\nJun", file: null })).toEqual(accept(["Ana", "Jun"]));
  expect(counted).toBe(1);
});
