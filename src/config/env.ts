/** The variables a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment variables of this process. Nothing else in the product reads process.env.
 * Call it before React loads: without NODE_ENV=production React uses its slow development build.
 */
export function readEnvironment(): Environment {
  process.env.NODE_ENV ??= "production";
  return process.env;
}
