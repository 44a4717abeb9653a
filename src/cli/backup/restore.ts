import { access, constants } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { restoreBackup } from "#src/backup/restore-backup.ts";
import { readConfig } from "#src/config/config.ts";
import { describeDiskFault } from "#src/config/disk-fault.ts";
import { lookAtSecret } from "#src/config/secret.ts";
import { type Command, fail } from "../command.ts";
import { passphraseOf } from "./passphrase.ts";

/** Puts a backup in the place of a stopped site's data. */
export const restoreCommand: Command = {
  summary: "put a backup into DATA_DIR, and DATABASE_URL where it is set",
  argument: "FILE",
  flag: "--replace",
  async run(env, name, replace) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const { secret, dataDir } = config.value;
    const file = resolve(name);
    const unusable = (await whyUnreadable(file)) ?? (await whyUnwritable(dataDir));
    if (unusable !== undefined) return fail(unusable);
    const passphrase = await passphraseOf(file, config.value);
    if (!passphrase.ok) return fail(passphrase.refusal);
    const restored = await restoreBackup({ file, passphrase: passphrase.value }, { ...config.value, env, replace });
    if (!restored.ok) return fail(restored.refusal);
    const { movedTo } = restored.value;
    console.log(`${file} is restored into ${dataDir}. Start the site.`);
    console.log(
      "It sends the mails and webhooks that waited when the backup was made, although the site may have sent them since. " +
        "To try a backup, start it without SMTP_URL.",
    );
    if (movedTo) console.log(`What was there before is in ${movedTo}.`);
    const own = await lookAtSecret({ dataDir, secret: undefined });
    if (own.kind === "absent" && secret === undefined) {
      console.log("There is no secret in it: set SECRET to what it was, or no access code opens anything.");
    }
    if (own.kind === "file" && secret !== undefined && !Buffer.from(secret, "utf8").equals(own.bytes)) {
      console.log(
        "Its secret is not the one in SECRET: start the site without SECRET, or no access code opens anything.",
      );
    }
    return 0;
  },
};

/** Why no backup can be read from a file, in one line for the operator. What is in it is looked at later. */
export async function whyUnreadable(file: string): Promise<string | undefined> {
  const error = await accessFault(file, constants.R_OK);
  if (error === undefined) return undefined;
  if (error.code === "ENOENT") return `There is no file ${file}: name the backup to restore.`;
  return `${file} cannot be read (${error.code}): restore as a user that may read it.`;
}

/** Why nothing can be restored into a folder, in one line for the operator. One that is absent would be made. */
export async function whyUnwritable(dataDir: string, folder = dataDir): Promise<string | undefined> {
  const error = await accessFault(folder, constants.W_OK);
  if (error === undefined) return undefined;
  if (error.code === "ENOENT" && dirname(folder) !== folder) return whyUnwritable(dataDir, dirname(folder));
  return (
    describeDiskFault(error) ??
    `${folder} cannot be written (${error.code}), for DATA_DIR ${dataDir}: restore as the site's user, or name another.`
  );
}

async function accessFault(path: string, mode: number): Promise<NodeJS.ErrnoException | undefined> {
  return access(path, mode).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
}
