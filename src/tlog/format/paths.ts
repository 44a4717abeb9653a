import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { TILE_WIDTH } from "./tiles.ts";

/** A file of the log: a tile of hashes, or a bundle of leaves. One that is not whole says how many it has. */
export type LogFile = { readonly level: number | "entries"; readonly index: number; readonly width: number };

/** The most that a log can have of either: no index needs more than 53 bits. */
const MAX_LEVEL = 6;
const PATH = /^(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/)*)([0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/** The path below `tile/` of a tile or bundle (c2sp.org/tlog-tiles): index 1234067 is `x001/x234/067`. */
export function pathOf({ level, index, width }: LogFile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/[0-9]{3}/g) ?? [];
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return `${level}/${name}${width < TILE_WIDTH ? `.p/${width}` : ""}`;
}

/**
 * Reads such a path. Each file has one path only.
 *
 * @returns refusal: `not-a-path`
 */
export function readPath(path: string): Outcome<LogFile, { readonly reason: "not-a-path" }> {
  const [, level = "", above = "", last = "", width] = PATH.exec(path) ?? [];
  const index = Number(`${above.replaceAll(/[x/]/g, "")}${last}`);
  const file = {
    level: level === "entries" ? level : Number(level),
    index,
    width: width === undefined ? TILE_WIDTH : Number(width),
  } as const;
  const isLevel = file.level === "entries" || file.level <= MAX_LEVEL;
  return level !== "" && isLevel && Number.isSafeInteger(index) && pathOf(file) === path
    ? accept(file)
    : refuse({ reason: "not-a-path" });
}
