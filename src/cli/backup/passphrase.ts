import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

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
