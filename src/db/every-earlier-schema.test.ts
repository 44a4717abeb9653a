import { describe } from "vitest";
import { names, testLevels } from "../../tests/support/earlier-schemas.ts";

describe("a database of each earlier schema, with rows in it", () => {
  testLevels(names.map((_, before) => before + 1));
});
