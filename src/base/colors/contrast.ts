/** Text on a colour: the brand's inks, and black where neither can be read (web/theme/tokens.css). */
const TEXTS = ["#ffffff", "#1f1b2e", "#000000"] as const;

/** The page's backgrounds, paper and surface, in light and in dark: text in the accent is on one of each pair. */
const LIGHT = ["#fffbf4", "#ffffff"];
const DARK = ["#15131f", "#201d2e"];

/** WCAG 2.2, success criterion 1.4.3. */
const READABLE = 4.5;

/** The colours that follow from a shop's own. Text in them or on them has 4.5:1. */
export type AccentColors = {
  /** Of text on the accent. */
  readonly on: string;
  /** The accent, darker or lighter where it must be, as text on a light and on a dark page. */
  readonly light: string;
  readonly dark: string;
};

/** @param accent #rrggbb */
export function accentColors(accent: string): AccentColors {
  const on = TEXTS.find((text) => contrast(text, accent) >= READABLE) ?? "#000000";
  return { on, light: readable(accent, "#000000", LIGHT), dark: readable(accent, "#ffffff", DARK) };
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Mixes as little of another colour in as makes it readable on the backgrounds.
 *
 * @param least the contrast to reach
 */
export function readable(
  accent: string,
  towards: string,
  backgrounds: readonly string[],
  least: number = READABLE,
): string {
  for (let share = 0; share < 1; share += 0.02) {
    const between = mixed(accent, towards, share);
    if (backgrounds.every((background) => contrast(between, background) >= least)) return between;
  }
  return towards;
}

/** A colour with a share, from 0 to 1, of another in it. */
export function mixed(color: string, other: string, share: number): string {
  const to = rgbOf(other);
  return hexOf(rgbOf(color).map((value, place) => value + ((to[place] ?? 0) - value) * share));
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

export function hexOf(rgb: readonly number[]): string {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
