#!/usr/bin/env node
import { readEnvironment } from "#src/config/env.ts";
import { buildCommand } from "./build.ts";
import type { Command } from "./command.ts";
import { demoCommand } from "./demo.ts";
import { migrateCommand } from "./migrate.ts";
import { serveCommand } from "./serve.ts";

const commands: Readonly<Record<string, Command>> = {
  serve: serveCommand,
  build: buildCommand,
  migrate: migrateCommand,
  demo: demoCommand,
};

const WRONG_USAGE = 2;

const [name = "", ...rest] = process.argv.slice(2);
const command = rest.length === 0 && Object.hasOwn(commands, name) ? commands[name] : undefined;

if (command) {
  process.exit(await runToEnd(command));
} else {
  const isHelp = name === "--help" || name === "-h" || name === "help";
  const lines = Object.entries(commands).map(([known, { summary }]) => `  ${known.padEnd(10)}${summary}`);
  const usage = [
    "Usage: tambiolo <command>",
    "",
    ...lines,
    "",
    "Settings are environment variables: docs/operations.md.",
  ];
  (isHelp ? console.log : console.error)(usage.join("\n"));
  process.exitCode = isHelp ? 0 : WRONG_USAGE;
}

/** A bug ends the process with its trace and a code that says so, whatever was still open. */
async function runToEnd(one: Command): Promise<number> {
  try {
    return await one.run(readEnvironment());
  } catch (error) {
    console.error(error);
    return 1;
  }
}
