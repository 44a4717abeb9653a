#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { COMPILED_CODE } from "#src/build/project.ts";
import { describeDiskFault } from "#src/config/disk-fault.ts";
import { readEnvironment } from "#src/config/env.ts";
import { describeVersion, readVersion } from "#src/config/version.ts";
import { type Command, fail } from "./command.ts";
import { unknownCommand, usageOf, wrongWords } from "./usage.ts";

// Node compiles a thousand modules at each start, unless it finds what it compiled before. Where it may not write, it
// does so each time.
enableCompileCache(COMPILED_CODE);

// Lazy imports: only the called command is loaded, and React chooses its build (by NODE_ENV) only then.
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./serve.ts")).serveCommand,
  build: async () => (await import("./build.ts")).buildCommand,
  migrate: async () => (await import("./migrate.ts")).migrateCommand,
  shard: async () => (await import("./shard.ts")).shardCommand,
  demo: async () => (await import("./demo.ts")).demoCommand,
  backup: async () => (await import("./backup/backup.ts")).backupCommand,
  restore: async () => (await import("./backup/restore.ts")).restoreCommand,
  "check-backup": async () => (await import("./backup/check-backup.ts")).checkBackupCommand,
  move: async () => (await import("./backup/move.ts")).moveCommand,
  doctor: async () => (await import("./doctor/doctor.ts")).doctorCommand,
  "grant-admin": async () => (await import("./accounts/grant-admin.ts")).grantAdminCommand,
  "delete-account": async () => (await import("./accounts/delete-account.ts")).deleteAccountCommand,
  "reset-totp": async () => (await import("./accounts/reset-totp.ts")).resetTotpCommand,
  witness: async () => (await import("./witness/witness.ts")).witnessCommand,
  audit: async () => (await import("./audit/audit.ts")).auditCommand,
  verify: async () => (await import("./verify.ts")).verifyCommand,
};

const WRONG_USAGE = 2;

const environment = readEnvironment();
const [name = "", ...written] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;

if (name === "--version" || name === "-v") {
  console.log(describeVersion(readVersion()));
} else if (!command) {
  process.exitCode = await withoutCommand();
} else if (!command.readsAll && written.some(isHelp)) {
  const { summary, details = [] } = command;
  console.log([`tambiolo ${usageOf(name, command)}: ${summary}`, ...details].join("\n"));
} else {
  const wrong = command.readsAll ? undefined : wrongWords(name, command, written);
  process.exit(wrong === undefined ? await runToEnd(command) : misused(wrong, `tambiolo ${usageOf(name, command)}`));
}

/** Prints the usage of all commands, after what is wrong with the first word. Returns the exit code. */
async function withoutCommand(): Promise<number> {
  const lines = Object.entries(commands).map(async ([known, load]) => {
    const command = await load();
    return `  ${usageOf(known, command).padEnd(36)}${command.summary}`;
  });
  const usage = [
    "tambiolo <command>, or tambiolo --version",
    "",
    ...(await Promise.all(lines)),
    "",
    "Settings are environment variables: docs/operations-reference.md.",
  ].join("\n");
  if (!isHelp(name) && name !== "help") {
    return misused(name === "" ? undefined : unknownCommand(name, Object.keys(commands)), usage);
  }
  console.log(`Usage: ${usage}`);
  return 0;
}

function misused(line: string | undefined, usage: string): number {
  if (line !== undefined) fail(line);
  console.error(`Usage: ${usage}`);
  return WRONG_USAGE;
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

/**
 * Runs a command. A disk that is full or read-only is one line; another unexpected error prints its stack trace and
 * returns exit code 1, even if resources are open.
 */
async function runToEnd(one: Command): Promise<number> {
  const operands = written.filter((word) => word !== one.flag);
  try {
    return await one.run(environment, operands[0] ?? "", operands.length < written.length, written);
  } catch (error) {
    const line = describeDiskFault(error);
    if (line !== undefined) return fail(line);
    console.error(error);
    return 1;
  }
}
