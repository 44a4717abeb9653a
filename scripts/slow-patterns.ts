import { parseSync } from "@swc/core";
import { analyse } from "scslre";
import { nodesOf } from "./forbidden-code.ts";

/**
 * Finds regular expressions of the site whose time grows faster than the text that they read. On the one thread of the
 * site, a stranger's 90 KB would so stop everybody for half a minute.
 *
 * @returns one sentence for each; empty for tests, and for files that no visitor's request runs
 */
export function findSlowPatterns(path: string, text: string): string[] {
  if (!/^(src|web)\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) return [];
  const tree = parseSync(text, { syntax: "typescript", tsx: path.endsWith("x") });
  return [...nodesOf(tree)]
    .filter(({ type }) => type === "RegExpLiteral")
    .filter(({ pattern, flags }) => analyse({ source: String(pattern), flags: String(flags) }).reports.length > 0)
    .map(
      ({ pattern, flags }) =>
        `/${pattern}/${flags} reads a long text again from each of its places: anchor it, let no two parts match the same, or split the text.`,
    );
}
