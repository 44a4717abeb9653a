/** Possible ends of a scale, for one power of ten. */
const TOPS = [1, 2, 3, 4, 5, 6, 8, 10];

/** The round number where a plot's scale ends. It is at least `most`, and half of it is whole. */
export function scaleTop(most: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(most || 1)) - 1);
  return (TOPS.find((top) => top * power >= most && (top * power) % 2 === 0) ?? 10) * power;
}

/** Fewer columns than this show no more than the total does. */
const FEWEST_COLUMNS = 3;

/** Whether a column chart of these points has a shape to see: at least three columns that are not empty. */
export function hasShape(points: readonly { readonly entries: number }[]): boolean {
  return points.filter(({ entries }) => entries > 0).length >= FEWEST_COLUMNS;
}
