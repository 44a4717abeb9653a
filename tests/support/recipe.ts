import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The public page on the protocol. */
export const PROTOCOL_PAGE = readFileSync(join(import.meta.dirname, "../../docs/draw-protocol.md"), "utf8");

/**
 * Runs a block of that page as somebody would who copies it.
 *
 * @param folder has the files transcript.json and list.jsonl
 * @returns what it prints
 * @throws where it fails
 */
export function runRecipe(folder: string, language: "sh" | "python", name: string): string {
  const block = PROTOCOL_PAGE.split(`\n\`\`\`${language} ${name}\n`)[1]?.split("\n```")[0];
  if (!block) throw new Error(`The page has no block ${language} ${name}.`);
  const program = language === "sh" ? "bash" : "python3";
  const env = { ...process.env, PYTHONUTF8: "1" };
  // What it says on stderr is in the error: in the log of all tests it would read as a failure.
  return execFileSync(program, ["-c", block], { cwd: folder, encoding: "utf8", env, stdio: "pipe" }).trim();
}
