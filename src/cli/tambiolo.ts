#!/usr/bin/env node
import { readEnvironment } from "#src/config/env.ts";
import type { Command } from "./command.ts";

// Loaded when it is called for: what a command needs is read from the disk, and React chooses its build, only then.
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./serve.ts")).serveCommand,
  build: async () => (await import("./build.ts")).buildCommand,
  migrate: async () => (await import("./migrate.ts")).migrateCommand,
  demo: async () => (await import("./demo.ts")).demoCommand,
  "grant-admin": async () => (await import("./grant-admin.ts")).grantAdminCommand,
};

const WRONG_USAGE = 2;

const environment = readEnvironment();
const [name = "", ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;

if (command && rest.length === (command.argument ? 1 : 0)) {
  process.exit(await runToEnd(command, rest[0] ?? ""));
} else {
  const isHelp = name === "--help" || name === "-h" || name === "help";
  const lines = Object.entries(commands).map(async ([known, load]) => {
    const { argument, summary } = await load();
    return `  ${[known, argument].filter(Boolean).join(" ").padEnd(20)}${summary}`;
  });
  const usage = [
    "Usage: tambiolo <command>",
    "",
    ...(await Promise.all(lines)),
    "",
    "Settings are environment variables: docs/operations.md.",
  ];
  (isHelp ? console.log : console.error)(usage.join("\n"));
  process.exitCode = isHelp ? 0 : WRONG_USAGE;
}

/** A bug ends the process with its trace and a code that says so, whatever was still open. */
async function runToEnd(one: Command, argument: string): Promise<number> {
  try {
    return await one.run(environment, argument);
  } catch (error) {
    console.error(error);
    return 1;
  }
}
