import { hexOf } from "#src/base/colors/contrast.ts";

/** What is less colourful than this, from 0 to 255, is a logo's paper, ink or shadow. */
const COLORFUL = 48;
/**
 * Eight shades of each of red, green and blue: enough for a shop's colours, and to take their tints together.
 */
const SHADES = 32;

/**
 * The colour of a logo: the most of its colourful shades.
 *
 * @param pixels bytes of red, green and blue in turn
 * @returns #rrggbb; empty for a logo in black, white and grey
 */
export function accentOf(pixels: Uint8Array): string {
  const shades = new Map<string, { count: number; sum: [number, number, number] }>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) < COLORFUL) continue;
    const key = [red, green, blue].map((value) => Math.floor(value / SHADES)).join();
    const shade = shades.get(key) ?? { count: 0, sum: [0, 0, 0] };
    const [sumRed, sumGreen, sumBlue] = shade.sum;
    shades.set(key, { count: shade.count + 1, sum: [sumRed + red, sumGreen + green, sumBlue + blue] });
  }
  const most = [...shades.values()].toSorted((a, b) => b.count - a.count)[0];
  return most ? hexOf(most.sum.map((value) => value / most.count)) : "";
}
