/** The variables a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of this process: nothing else in the product reads them. */
export function readEnvironment(): Environment {
  return process.env;
}
