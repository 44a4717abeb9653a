/** The variables a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of this process: nothing else in the product reads them. Called before React is loaded, which takes its
 * slow development build unless it is told that this is production.
 */
export function readEnvironment(): Environment {
  process.env.NODE_ENV ??= "production";
  return process.env;
}
