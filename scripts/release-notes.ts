/** What CHANGELOG.md says of a version, without its heading; undefined where it does not name the version. */
export function changesOf(changelog: string, version: string): string | undefined {
  const part = changelog.split(/^## /m).find((text) => /^\[?([^\s\]]+)/.exec(text)?.[1] === version);
  return part?.slice(part.indexOf("\n")).trim();
}
