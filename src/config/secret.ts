import { randomBytes } from "node:crypto";
import { link, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Config } from "./config.ts";
import { describeDiskFault, makeFolder } from "./disk-fault.ts";

const FILE = "secret";
const BYTES = 32;

/** 32 bytes as base64url. Any other content was not written by this site, or only in part. */
const FORM = /^[A-Za-z0-9_-]{43}$/;

/**
 * The site's secret, under which access codes are stored and from which other keys are derived. It is `SECRET` if the
 * operator set it, else the content of `DATA_DIR/secret`, which the first start makes.
 *
 * @param onMade called when there is no such file, before a new one is made
 * @returns the key's bytes, or one line for the operator when the file cannot be used
 */
export async function loadSecret(
  config: Pick<Config, "secret" | "dataDir">,
  onMade?: () => void,
): Promise<Outcome<Uint8Array, string>> {
  if (config.secret !== undefined) return accept(Buffer.from(config.secret, "utf8"));
  const path = join(config.dataDir, FILE);
  try {
    const found = await readIfThere(path);
    if (found === undefined) onMade?.();
    const stored = found ?? (await keepNew(config.dataDir, path));
    if (FORM.test(stored)) return accept(Buffer.from(stored, "utf8"));
  } catch (error) {
    return refuse(describeDiskFault(error, path) ?? `Cannot read or write ${path}: ${(error as Error).message}.`);
  }
  return refuse(`${path} is damaged: put it back from a backup, for without it the stored access codes open nothing.`);
}

/** The state of the site's secret: a setting, nothing yet, or a file, and whether that was written by this site. */
export type SecretState =
  | { readonly kind: "setting"; readonly bytes: Uint8Array }
  | { readonly kind: "absent" }
  | {
      readonly kind: "file";
      readonly bytes: Uint8Array;
      readonly whole: boolean;
      readonly madeAt: Date;
      readonly mode: number;
    };

/** Looks at the site's secret without making one. It throws where the file cannot be read. */
export async function lookAtSecret({ secret, dataDir }: Pick<Config, "secret" | "dataDir">): Promise<SecretState> {
  if (secret !== undefined) return { kind: "setting", bytes: Buffer.from(secret, "utf8") };
  const path = join(dataDir, FILE);
  const found = await readIfThere(path);
  if (found === undefined) return { kind: "absent" };
  const { mtime, mode } = await stat(path);
  return { kind: "file", bytes: Buffer.from(found, "utf8"), whole: FORM.test(found), madeAt: mtime, mode };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a new secret to a draft file and links it: a crash leaves no partial file, and of two starts one wins. */
async function keepNew(dataDir: string, path: string): Promise<string> {
  await makeFolder(dataDir);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${randomBytes(BYTES).toString("base64url")}\n`);
    await file.sync();
  } catch (error) {
    // A full disk would otherwise get one more draft with each start.
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, "utf8")).trim();
}
