import { chown, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeArchive } from "./archive.ts";
import { makeBackup } from "./make-backup.ts";
import { restoreBackup } from "./restore-backup.ts";

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "tambiolo-restore-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

/** Any user but root. */
const USER = 65_534;

async function* site() {
  for (const [name, text] of Object.entries({
    secret: "s",
    "plans.json": "[]",
    "pages/terms.en.md": "# T",
    "postgres/PG_VERSION": "18\n",
  })) {
    const content = Buffer.from(text);
    yield {
      name,
      size: content.length,
      content: (async function* () {
        yield content;
      })(),
    };
  }
}

it.runIf(process.getuid?.() === 0)("what root restores has the owner of its folder, who starts the site", async () => {
  const [file, dataDir] = [join(place, "site.tar.gz"), join(place, "data")];
  await writeArchive(file, site(), { passphrase: undefined });
  await mkdir(dataDir);
  await chown(dataDir, USER, USER);
  const restored = await restoreBackup({ file, passphrase: undefined }, { dataDir, ...SERVERLESS, replace: false });
  expect(restored).toEqual({ ok: true, value: { movedTo: undefined } });
  for (const name of ["secret", "plans.json", "pages", "pages/terms.en.md", "postgres", "postgres/PG_VERSION"]) {
    expect([name, (await stat(join(dataDir, name))).uid]).toEqual([name, USER]);
  }
});

const SERVERLESS = { databaseUrl: undefined, env: {} };

it("a backup that cannot be made says what is missing: its folder, the database or the secret", async () => {
  const dataDir = join(place, "without-secret");
  const source = { dataDir, ...SERVERLESS, secret: undefined };
  const to = (file: string) => ({ file: join(place, file), passphrase: undefined });
  const refusals = [
    await makeBackup(source, to("nowhere/site.tar.gz")),
    await makeBackup(source, to("none.tar.gz")),
    await mkdir(join(dataDir, "postgres"), { recursive: true }).then(() => makeBackup(source, to("none.tar.gz"))),
  ].map((made) => !made.ok && made.refusal);
  expect(refusals).toEqual([
    `There is no folder ${join(place, "nowhere")}: make it, or name another.`,
    `There is no database in ${dataDir}: set DATA_DIR to the folder of the site, or DATABASE_URL.`,
    `There is no secret in ${dataDir}: put the file back, or set SECRET to what it was.`,
  ]);
});
