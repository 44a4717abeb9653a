import { resolve } from "node:path";
import { isEncrypted } from "#src/backup/archive.ts";
import { makeBackup } from "#src/backup/make-backup.ts";
import { readConfig } from "#src/config/config.ts";
import { type Command, fail } from "../command.ts";
import { listenForStop } from "../stop-signal.ts";
import { askPassphrase } from "./passphrase.ts";

/** Writes a backup of a running or stopped site into one file. */
export const backupCommand: Command = {
  summary: "write a backup, beside a running site too; encrypted where the name ends with .age",
  argument: "FILE",
  async run(env, name) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const { backupPassphrase, secret } = config.value;
    const file = resolve(name);
    if (backupPassphrase !== undefined && !isEncrypted(file)) {
      return fail("BACKUP_PASSPHRASE is set, and only a file whose name ends with .age is encrypted: name it so.");
    }
    const passphrase = isEncrypted(file) ? (backupPassphrase ?? (await askPassphrase(true))) : undefined;
    if (isEncrypted(file) && !passphrase) return fail("Set BACKUP_PASSPHRASE, or type it twice in a terminal.");
    const made = await makeBackup({ ...config.value, env }, { file, passphrase, signal: listenForStop(env).signal });
    if (!made.ok) return fail(made.refusal);
    console.log(`The backup is ${file}.`);
    if (!isEncrypted(file)) console.log("It holds everybody's names and the site's secret: nobody else may read it.");
    if (secret !== undefined) console.log("SECRET is a setting and not in it: keep it too.");
    return 0;
  },
};
