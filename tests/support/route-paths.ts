import type { RouteConfigEntry } from "@react-router/dev/routes";

/** The path of each route that has one, or of those whose file is wanted. */
export function pathsOf(
  entries: readonly RouteConfigEntry[],
  isWanted: (file: string) => boolean = () => true,
): string[] {
  return entries.flatMap(({ path = "", index, file, children = [] }) => [
    ...(isWanted(file) && (path !== "" || index) ? [`/${path}`] : []),
    ...pathsOf(children, isWanted),
  ]);
}
