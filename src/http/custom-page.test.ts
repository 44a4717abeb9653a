import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hasOwnPage, readOwnPage } from "./custom-page.ts";

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tambiolo-own-page-"));
});

afterAll(() => rm(dataDir, { recursive: true }));

const write = async (language: string, text: string) => {
  await mkdir(join(dataDir, "pages"), { recursive: true });
  await writeFile(join(dataDir, "pages", `terms.${language}.md`), text);
};

it("reads the operator's page in the visitor's language, else in another, else none", async () => {
  expect(await readOwnPage(dataDir, "terms", "de")).toBeNull();
  expect(hasOwnPage(dataDir, "terms")).toBe(false);
  await write("fil", "Tagalog");
  expect([hasOwnPage(dataDir, "terms"), hasOwnPage(dataDir, "imprint")]).toEqual([true, false]);
  expect(await readOwnPage(dataDir, "terms", "de")).toEqual({ title: null, text: "Tagalog", language: "fil" });
  await write("en", "\r\n# House rules\r\n\r\nBe kind.\r\n");
  expect(await readOwnPage(dataDir, "terms", "de")).toEqual({
    title: "House rules",
    text: "\nBe kind.\n",
    language: "en",
  });
  expect(await readOwnPage(dataDir, "terms", "fil")).toMatchObject({ text: "Tagalog" });
});
