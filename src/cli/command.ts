import type { Environment } from "#src/config/env.ts";

/** One command of `tambiolo`. */
export type Command = {
  /** What it does, in one line of the usage. */
  readonly summary: string;
  /** More lines for its own `--help`. */
  readonly details?: readonly string[];
  /** The required arguments, in capitals; none by default. */
  readonly argument?: string;
  /** An optional flag after them, such as `--unverified`. */
  readonly flag?: string;
  /** Whether it parses all its arguments itself. */
  readonly readsAll?: true;
  /** Runs it to its end and returns the exit code of the process. */
  run(env: Environment, argument: string, flagged: boolean, written: readonly string[]): Promise<number>;
};

/** Prints one line for the operator why a command ended, and returns its exit code. */
export function fail(line: string): number {
  console.error(`tambiolo: ${line}`);
  return 1;
}
