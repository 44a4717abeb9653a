/** Stations as they are typed: one a line, and behind the first comma where it is. */
export function readStationLines(text: string): { readonly name: string; readonly place: string }[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const comma = line.indexOf(",");
      const [name, place] = comma < 0 ? [line, ""] : [line.slice(0, comma), line.slice(comma + 1)];
      return { name: name.trim(), place: place.trim() };
    });
}
