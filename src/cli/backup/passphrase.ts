import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { isEncrypted } from "#src/backup/archive.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";

/**
 * The passphrase that opens a backup: that of the settings, or as it is typed in the terminal.
 *
 * @returns undefined for a file that is not encrypted; the refusal is one line for the operator
 */
export async function passphraseOf(
  file: string,
  { backupPassphrase }: Pick<Config, "backupPassphrase">,
): Promise<Outcome<string | undefined, string>> {
  if (!isEncrypted(file)) return accept(undefined);
  const passphrase = backupPassphrase ?? (await askPassphrase(false));
  return passphrase ? accept(passphrase) : refuse("Set BACKUP_PASSPHRASE, or type it in a terminal.");
}

/**
 * Asks for a passphrase in the terminal, unseen; twice for a new one. Nothing where there is no terminal, or they
 * differ.
 */
export async function askPassphrase(isNew: boolean): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const first = await ask("Passphrase: ");
  return !isNew || (await ask("Once more: ")) === first ? first : undefined;
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const answer = await asking.question("").finally(() => asking.close());
  process.stderr.write("\n");
  return answer;
}
