import { describe } from "vitest";
import { names, prepareLevels, testLevels } from "../../tests/support/earlier-schemas.ts";

describe("a database of each earlier schema, with rows in it", () => {
  prepareLevels();
  testLevels(names.map((_, before) => before + 1));
});
