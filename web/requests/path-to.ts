/**
 * The path of a screen: its name, then what stands for its parameters. Parameters of a request are decoded, and some
 * characters, such as an emoji or a line break, may stand in no header.
 *
 * @param parts a parameter that is not given is left out
 */
export function pathTo(screen: string, ...parts: readonly (string | undefined)[]): string {
  const given = parts.filter((part) => part !== undefined).map(encodeURIComponent);
  return ["", screen, ...given].join("/");
}
