import { join } from "node:path";
import type { Environment } from "#src/config/env.ts";

/** The project's folder, where the pages' sources and their build are. */
export const PROJECT = join(import.meta.dirname, "../..");

/** One command of `tambiolo`. */
export type Command = {
  /** What it does, in one line of the usage. */
  readonly summary: string;
  /** What has to be written after its name, in capitals; nothing where it is left out. */
  readonly argument?: string;
  /** Runs it to its end and answers the exit code of the process. */
  run(env: Environment, argument: string): Promise<number>;
};

/** Tells the operator in one line why a command ended, and answers the exit code for that. */
export function fail(line: string): number {
  console.error(`tambiolo: ${line}`);
  return 1;
}
