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

/** What the system says where nothing can be written, whoever asks. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: "has no room left: make some (docs/operations-emergency.md)",
  EDQUOT: "has no room left for this user: make some, or raise the quota",
  EROFS: "is read-only: mount it for writing, or name another folder",
};

/**
 * One line for the operator of an error that says that a disk is full or read-only, wherever it was met.
 *
 * @returns undefined for every other error
 */
export function describeDiskFault(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, path, dest } = one as NodeJS.ErrnoException & { dest?: string };
    const fault = code === undefined ? undefined : FAULTS[code];
    if (fault !== undefined) return `The disk of ${dest ?? path ?? "a file"} ${fault}.`;
  }
  return undefined;
}
