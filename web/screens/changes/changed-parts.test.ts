import { expect, it } from "vitest";
import { changedParts } from "./changed-parts.ts";

it("names what differs, and nothing else", () => {
  const before = { phone: "0917", name: "Ana", wishes: [{ note: "" }] };
  const after = { phone: "0918", name: "Ana", wishes: [{ note: "red" }] };
  expect(changedParts(before, after)).toEqual([
    { name: "phone", before: "0917", after: "0918" },
    { name: "wishes", before: '[{"note":""}]', after: '[{"note":"red"}]' },
  ]);
});

it("shows all of what is gone or new", () => {
  expect(changedParts({ name: "Ana" }, null)).toEqual([{ name: "name", before: "Ana", after: null }]);
  expect(changedParts(null, { name: "Ana" })).toEqual([{ name: "name", before: null, after: "Ana" }]);
  expect(changedParts(null, null)).toEqual([]);
});
