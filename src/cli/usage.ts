import { nearestName } from "#src/config/setting-names.ts";
import type { Command } from "./command.ts";

/** The name and arguments of a command, as its usage shows them. */
type Shape = Pick<Command, "argument" | "flag">;

/** Options of `tambiolo` itself. */
const OWN_OPTIONS = ["--version", "--help"] as const;

/** From this length on two letters may differ. Nobody types another program's name here, so it is short. */
const SHORT = 4;

/** A command with its arguments: `restore FILE [--replace]`. */
export function usageOf(name: string, { argument, flag }: Shape): string {
  return [name, argument, flag && `[${flag}]`].filter(Boolean).join(" ");
}

/** One line for the operator on a first word that is no command. */
export function unknownCommand(name: string, commands: readonly string[]): string {
  const isOption = name.startsWith("-");
  const known = isOption ? OWN_OPTIONS : commands;
  return `${nameOf(name)} is no ${isOption ? "option" : "command"}.${suggest(nameOf(name), known)}`;
}

/** One line for the operator on the first wrong word after a command, or on a missing one; undefined if all fit. */
export function wrongWords(name: string, { argument, flag }: Shape, words: readonly string[]): string | undefined {
  const option = words.find((word) => word.startsWith("-") && word !== flag);
  if (option !== undefined) {
    const written = nameOf(option);
    if (written === flag) return `${flag} takes no value.`;
    return `${name} takes no ${written}.${suggest(written, ["--help", ...(flag ? [flag] : [])])}`;
  }
  const operands = words.filter((word) => word !== flag);
  // What is too much is not repeated: an address may have a password in it.
  if (argument === undefined) return operands.length > 0 ? `${name} takes nothing after it.` : undefined;
  if (operands.length === 0) return `${name} needs ${argument}.`;
  return operands.length > 1 ? `${name} takes one ${argument} only.` : undefined;
}

/** An option without its value, which may be a password. */
function nameOf(word: string): string {
  return word.startsWith("-") ? (word.split("=")[0] ?? word) : word;
}

function suggest(word: string, known: readonly string[]): string {
  const meant = nearestName(word, known, SHORT);
  return meant === undefined ? "" : ` Did you mean ${meant}?`;
}
