import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readArchive, writeArchive } from "./archive.ts";
import type { Part } from "./tar.ts";

const SECRET = "a-secret-that-is-easy-to-find";
/** Not compressible: in a run of one letter a changed bit can mean the same. */
const LARGE = randomBytes(150_000).toString("hex");
const PASSPHRASE = "correct horse battery";

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "tambiolo-archive-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

function part(name: string, content: string): Part {
  const bytes = Buffer.from(content);
  return {
    name,
    size: bytes.length,
    content: (async function* () {
      yield bytes;
    })(),
  };
}

async function* site(extra: readonly Part[] = []): AsyncGenerator<Part> {
  yield part("secret", SECRET);
  yield part("pages/terms.en.md", "# Terms");
  yield { name: "postgres/pg_wal/archive_status" };
  yield part("postgres/PG_VERSION", "18\n");
  yield part("postgres/base/1/large", LARGE);
  yield* extra;
}

async function write(name: string, parts = site()): Promise<string> {
  const file = join(place, name);
  await rm(file, { force: true });
  await writeArchive(file, parts, { passphrase: PASSPHRASE });
  return file;
}

async function read(file: string, passphrase = PASSPHRASE) {
  const folder = await mkdtemp(join(place, "read-"));
  return { folder, outcome: await readArchive(file, folder, passphrase) };
}

// An encrypted one takes a second to write or open, by design: so it is written once, and damaged in two places.
describe.each([
  ["site.tar.gz", [0.02, 0.3, 0.6, 0.9, 1], [0.02, 0.3, 0.6, 0.9, 1]],
  ["site.tar.gz.age", [1], [0.0005]],
])("%s", (name, cuts, changes) => {
  let file: string;
  beforeAll(async () => {
    file = await write(name);
  });

  test("gives back what went in, for its owner alone", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { folder, outcome } = await read(file);
    expect(outcome.ok).toBe(true);
    expect(await readFile(join(folder, "secret"), "utf8")).toBe(SECRET);
    expect((await readFile(join(folder, "postgres/base/1/large"), "utf8")) === LARGE).toBe(true);
    expect(await readdir(join(folder, "postgres/pg_wal/archive_status"))).toEqual([]);
    expect((await stat(join(folder, "secret"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "postgres"))).mode & 0o777).toBe(0o700);
  });

  test("is refused whole where it is cut or where one byte differs, wherever that is", async () => {
    const whole = await readFile(file);
    const placeOf = (share: number) => Math.ceil(whole.length * share) - 1;
    const changed = (at: number) => whole.map((byte, index) => (index === at ? byte ^ 1 : byte));
    const damaged = [
      ...cuts.map((share) => whole.subarray(0, placeOf(share))),
      ...changes.map((share) => changed(placeOf(share))),
    ];
    const broken = join(place, `broken-${name}`);
    for (const [index, bytes] of damaged.entries()) {
      await writeFile(broken, bytes);
      const outcome = { ok: false, refusal: expect.stringMatching(/ damaged/) };
      expect({ index, ...(await read(broken)) }).toMatchObject({ index, outcome });
    }
  });
});

test("an encrypted one opens with its passphrase alone", async () => {
  const file = await write("other.tar.gz.age");
  expect(await read(file, "another passphrase")).toMatchObject({
    outcome: { ok: false, refusal: `${file} has another passphrase, or is damaged.` },
  });
  expect((await readFile(file)).subarray(0, 21).toString()).toBe("age-encryption.org/v1");
});

test("a file whose parts were exchanged is refused, although it can be unpacked", async () => {
  const plain = gunzipSync(await readFile(await write("plain.tar.gz")));
  const at = plain.indexOf(SECRET);
  plain.write("A", at);
  const file = join(place, "exchanged.tar.gz");
  await writeFile(file, gzipSync(plain));
  expect((await read(file)).outcome.ok).toBe(false);
});

test.each(["../secret", "/etc/passwd", "postgres/../../secret", "pages/..", "other", "secret"])(
  "nothing is written where it does not belong: %s",
  async (name) => {
    const { outcome, folder } = await read(await write("outside.tar.gz", site([part(name, "from outside")])));
    expect(outcome.ok).toBe(false);
    expect(await readFile(join(folder, "secret"), "utf8")).toBe(SECRET);
    expect((await readdir(place)).includes("secret")).toBe(false);
  },
);

test("a backup that fails on the way leaves no file", async () => {
  async function* failing(): AsyncGenerator<Part> {
    yield part("secret", SECRET);
    throw new Error("the disk is gone");
  }
  await expect(write("failing.tar.gz", failing())).rejects.toThrow("the disk is gone");
  expect((await readdir(place)).filter((name) => name.startsWith("failing"))).toEqual([]);
});

test("a file that cannot be read is not called damaged", async () => {
  expect((await read(join(place, "nowhere.tar.gz"))).outcome).toMatchObject({
    refusal: expect.stringContaining("ENOENT"),
  });
});
