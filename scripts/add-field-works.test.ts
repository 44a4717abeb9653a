import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { type CopyWithFields, copyWithFields } from "../tests/support/copy-with-fields.ts";
import { LABELS, PLACES, VIEWS } from "./field-edits.ts";

/** The tests that ask each place for each field. */
const FIELD_TESTS = [
  "src/api/entries/person-fields.test.ts",
  "src/api/raffle-fields.test.ts",
  "web/field-pages.test.ts",
  // An entry from before the field is still recognised when it is sent again.
  "src/entries/submit/submission-hash.test.ts",
];

let copy: CopyWithFields;

beforeAll(async () => {
  copy = await copyWithFields();
});

afterAll(() => rm(copy.folder, { recursive: true, force: true }));

/** Gives each label a text in each language. */
async function addLabels(): Promise<void> {
  for (const [catalogue, keys] of Object.entries(LABELS)) {
    for (const language of LANGUAGES) {
      const path = join(copy.folder, "src/i18n/locales", language, `${catalogue}.json`);
      const texts = JSON.parse(await readFile(path, "utf8"));
      for (const key of keys) {
        const names = key.split(".");
        const last = names.pop() as string;
        names.reduce((part, name) => part[name], texts)[last] = "Its label";
      }
      await writeFile(path, JSON.stringify(texts));
    }
  }
}

it("a field that is in all of them is stored, listed, exported, described, typed and shown", async () => {
  await copy.make([...PLACES, ...VIEWS]);
  await addLabels();
  expect(await copy.compile()).toEqual({ code: 0, output: "" });
  const { output } = await copy.runTool(
    "vitest/vitest.mjs",
    "run",
    "--reporter=json",
    "--outputFile=tests.json",
    ...FIELD_TESTS,
  );
  const report = JSON.parse(await readFile(join(copy.folder, "tests.json"), "utf8").catch(() => expect.fail(output)));
  const tests: { fullName: string; status: string }[] = report.testResults.flatMap(
    ({ assertionResults }: { assertionResults: unknown[] }) => assertionResults,
  );
  expect(tests.filter(({ status }) => status !== "passed")).toEqual([]);
  const ofTheFields = tests.filter(({ fullName }) => /the (field|text) (nickname|venue|sponsor|hint) /.test(fullName));
  expect(ofTheFields.length).toBe(8 + 3 + 6 + 1 + 5 + 5);
});
