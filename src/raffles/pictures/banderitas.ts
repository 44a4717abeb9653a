import { accentColors, mixed, readable } from "#src/base/colors/contrast.ts";
import { DRAWN_FONT } from "./drawn/drawn-text.ts";
import { type Lettering, letteringOf, letterOn } from "./lettering.ts";

type Size = { readonly width: number; readonly height: number };
type Random = () => number;
type Sky = {
  readonly top: string;
  readonly bottom: string;
  readonly light: string;
  readonly far: string;
  readonly near: string;
  readonly string: string;
  readonly stars: number;
  readonly flags: readonly string[];
};

/** What a raffle hangs banderitas for. */
export type Hung = {
  readonly code: string;
  /** Lettered on the flags if it is short (lettering.ts). */
  readonly name: string;
  /** Its shop's colour, #rrggbb; empty for the sky's own flags. */
  readonly accent: string;
};

const DAY_FLAGS = ["#C4193B", "#F5B32E", "#0B6E69", "#FF8595", "#1F7A3D", "#5FD0C5"];
const NIGHT_FLAGS = ["#FF8595", "#FFC657", "#5FD0C5", "#F6F1E7", "#7DDC9A", "#C4193B"];

/** The plaza's sky at different hours. */
const SKIES: readonly Sky[] = [
  {
    top: "#FFFBF4",
    bottom: "#FBDFA8",
    light: "#F5B32E",
    far: "#F3CE93",
    near: "#E3AE6B",
    string: "#5B5569",
    stars: 0,
    flags: DAY_FLAGS,
  },
  {
    top: "#CFEAE4",
    bottom: "#FFF6E3",
    light: "#FFFFFF",
    far: "#B5D9CF",
    near: "#8FC2B7",
    string: "#5B5569",
    stars: 0,
    flags: DAY_FLAGS,
  },
  {
    top: "#F9C6B4",
    bottom: "#FFEBC2",
    light: "#FFFBF4",
    far: "#EDA893",
    near: "#D5816F",
    string: "#5B3A4A",
    stars: 0,
    flags: DAY_FLAGS,
  },
  {
    top: "#2A2346",
    bottom: "#B8445A",
    light: "#FFC657",
    far: "#6E3157",
    near: "#3B2247",
    string: "#F6F1E7",
    stars: 10,
    flags: NIGHT_FLAGS,
  },
  {
    top: "#15131F",
    bottom: "#27505C",
    light: "#F6F1E7",
    far: "#1D3843",
    near: "#16202E",
    string: "#B9B2C6",
    stars: 26,
    flags: NIGHT_FLAGS,
  },
];

/**
 * SVG paths of flags, 100 wide, that hang from y = 0. Shapes cut out of the paper are holes that show the sky.
 */
const FLAGS: readonly string[] = [
  "M0 0H100L50 128Z",
  "M0 0H100V122L50 88 0 122Z",
  "M0 0H100V72A50 50 0 0 1 0 72Z",
  "M0 0H100V108L83 124 67 108 50 124 33 108 17 124 0 108ZM50 28L68 58 50 88 32 58Z",
  "M0 0H100V100A17 17 0 0 1 67 100 17 17 0 0 1 33 100 17 17 0 0 1 0 100ZM50 30L57 49 77 50 61 62 67 82 50 70 33 82 39 62 23 50 43 49Z",
  "M0 0H100V118H0ZM50 34A12 12 0 0 1 50 58 12 12 0 0 1 50 34ZM22 62A9 9 0 0 1 22 80 9 9 0 0 1 22 62ZM78 62A9 9 0 0 1 78 80 9 9 0 0 1 78 62ZM50 80A9 9 0 0 1 50 98 9 9 0 0 1 50 80Z",
  "M0 0H100L64 122H36ZM38 30H62V44H38ZM42 60H58V74H42Z",
];

/** A flag must stand out from the sky, but need not be read: half of what WCAG 2.2 asks of pictures (1.4.11). */
const SEEN = 1.6;

/** A sky's flags in a shop's colour: it, a lighter and a darker one, with gold and paper between them. */
function inAccent(sky: Sky, accent: string): Sky {
  if (accent === "") return sky;
  const night = sky.stars > 0;
  const main = readable(accent, night ? "#ffffff" : "#000000", [sky.top], SEEN);
  const tints = [mixed(main, "#ffffff", 0.45), mixed(main, "#1f1b2e", night ? 0.15 : 0.35)];
  return { ...sky, flags: [main, ...tints, main, night ? "#FFC657" : "#F5B32E", night ? "#F6F1E7" : "#FFFBF4"] };
}

/**
 * Draws a banner of banderitas (little flags on strings over a plaza). The same raffle always gives the same banner.
 *
 * @returns an SVG document without references to other files; a stranger's name in it is escaped
 */
export function banderitasSvg({ code, name, accent }: Hung, size: Size): string {
  const random = randomOf(code);
  const sky = inAccent(pick(SKIES, random), accent);
  const lettering = letteringOf(name);
  const shapes = shuffle([...FLAGS.keys()], random).slice(0, 3);
  const { width, height } = size;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="'${DRAWN_FONT}', sans-serif" font-weight="400" font-size="64" text-anchor="middle">`,
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky.top}"/><stop offset="1" stop-color="${sky.bottom}"/></linearGradient>`,
    ...shapes.map(
      (shape) =>
        `<g id="f${shape}"><path fill-rule="evenodd" d="${FLAGS[shape]}"/><path d="M0 0H100V9H0Z" fill="#000" opacity=".16"/></g>`,
    ),
    "</defs>",
    `<rect width="${width}" height="${height}" fill="url(#s)"/>`,
    drawStars(sky, size, random),
    drawLight(sky, size, random),
    drawRoofs(sky.far, size, 0.2, random),
    drawRoofs(sky.near, size, 0.11, random),
    ...arrangeStrings(size, lettering, random).map((string) => drawString(string, sky, shapes, random)),
    "</svg>",
  ];
  return parts.join("");
}

function drawStars({ light, stars }: Sky, { width, height }: Size, random: Random): string {
  const dots = Array.from({ length: stars }, () => {
    const [x, y] = [round(width * random()), round(height * 0.7 * random())];
    return `M${x} ${y}h0`;
  });
  const path = `<path d="${dots.join("")}" stroke="${light}" stroke-width="${round(height / 160)}" stroke-linecap="round" opacity=".7"/>`;
  return stars > 0 ? path : "";
}

/** A sun or a moon with its halo. */
function drawLight({ light }: Sky, { width, height }: Size, random: Random): string {
  const x = round(width * (0.18 + 0.64 * random()));
  const y = round(height * (0.5 + 0.22 * random()));
  const r = height * (0.11 + 0.07 * random());
  return [
    { r: r * 2.1, opacity: 0.16 },
    { r: r * 1.5, opacity: 0.24 },
    { r, opacity: 0.9 },
  ]
    .map((disc) => `<circle cx="${x}" cy="${y}" r="${round(disc.r)}" fill="${light}" opacity="${disc.opacity}"/>`)
    .join("");
}

/** The town's outline: flat roofs, gables, domes and a bell tower, up to `share` of the height. */
function drawRoofs(fill: string, { width, height }: Size, share: number, random: Random): string {
  const unit = height * share;
  let x = -unit * random();
  let path = `M${round(x)} ${height}`;
  while (x < width) {
    const wide = unit * (0.5 + 0.7 * random());
    const y = height - unit * (0.35 + 0.45 * random());
    const kind = random();
    path += `V${round(y)}`;
    if (kind < 0.35) path += `l${round(wide / 2)} ${round(-unit * 0.3)} ${round(wide / 2)} ${round(unit * 0.3)}`;
    else if (kind < 0.5) path += `a${round(wide / 2)} ${round(wide / 2)} 0 0 1 ${round(wide)} 0`;
    else if (kind < 0.65)
      path += `h${round(wide * 0.3)}v${round(-unit * 0.45)}l${round(wide * 0.2)} ${round(-unit * 0.3)} ${round(wide * 0.2)} ${round(unit * 0.3)}v${round(unit * 0.45)}h${round(wide * 0.3)}`;
    else path += `h${round(wide)}`;
    x += wide;
  }
  return `<path d="${path}V${height}Z" fill="${fill}"/>`;
}

type Point = readonly [x: number, y: number];
/** A string from left to right. Its flags hang between `start` and `end`, as shares of its length. */
type Hanging = {
  readonly from: Point;
  readonly to: Point;
  readonly sag: number;
  readonly flag: number;
  readonly start: number;
  readonly end: number;
  readonly lettering?: Lettering;
};

/** The strings from the farthest to the nearest: across the plaza, or fanned out from the top of a pole. */
function arrangeStrings(size: Size, lettering: Lettering | undefined, random: Random): Hanging[] {
  const unit = Math.min(size.width / 1200, size.height / 630);
  const flagAt = (near: number) => unit * (42 + 34 * near + 8 * random());
  // A name needs a string across the whole plaza.
  if (random() < 0.35 && !lettering) return fanOut(size, flagAt, random);
  const strings = hangAcross(size, flagAt, random);
  const nearest = strings.at(-1);
  return lettering && nearest
    ? [...strings.slice(0, -1), { ...nearest, flag: unit * lettering.flag, lettering }]
    : strings;
}

function fanOut({ width, height }: Size, flagAt: (near: number) => number, random: Random): Hanging[] {
  const pole: Point = [width * (0.3 + 0.4 * random()), -height * 0.06];
  // Near the pole the strings are too close to each other for flags.
  return [0.2, 0.52].flatMap((y, index) =>
    [-0.03, 1.03].map((x): Hanging => {
      const end: Point = [width * x, height * (y + 0.12 * random())];
      const [from, to] = x < 0 ? [end, pole] : [pole, end];
      const bare = index === 0 ? 0.2 : 0.14;
      const free = x < 0 ? { start: 0, end: 1 - bare } : { start: bare, end: 1 };
      return { from, to, ...free, sag: height * (0.08 + 0.06 * random()), flag: flagAt(index === 0 ? 0.2 : 0.9) };
    }),
  );
}

function hangAcross({ width, height }: Size, flagAt: (near: number) => number, random: Random): Hanging[] {
  const count = random() < 0.4 ? 2 : 3;
  return Array.from({ length: count }, (_, index) => {
    const y = height * (-0.03 + (0.44 / count) * (index + 0.35 * random()));
    const slope = height * 0.12 * (random() - 0.5);
    return {
      from: [-width * 0.03, y + slope],
      to: [width * 1.03, y - slope],
      sag: height * (0.09 + 0.03 * index + 0.06 * random()),
      flag: flagAt(index / (count - 1)),
      start: 0,
      end: 1,
    };
  });
}

/** Draws a string with evenly spaced flags. Each is tilted with the string and a little wind. */
function drawString(hanging: Hanging, sky: Sky, shapes: readonly number[], random: Random): string {
  const { from, to, sag, flag, start, end, lettering } = hanging;
  const control: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 2 * sag];
  const along = (axis: 0 | 1, t: number) =>
    (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * to[axis];
  const length = (Math.hypot(to[0] - from[0], to[1] - from[1]) + sag / 2) * (end - start);
  const count = Math.round(length / (flag * 1.22));
  const colours = shuffle(sky.flags, random).slice(0, 5);
  const pattern = random() < 0.4 ? shapes.slice(0, 1) : shapes.slice(random() < 0.5 ? 0 : 1);
  const wind = 8 * (random() - 0.5);
  const flags = Array.from({ length: count }, (_, index) => {
    const t = start + ((index + 0.5) / count) * (end - start);
    const [x, y] = [along(0, t), along(1, t)];
    const slope = Math.atan2(along(1, t + 0.01) - y, along(0, t + 0.01) - x);
    const angle = (slope * 180 * 0.8) / Math.PI + wind + 5 * (random() - 0.5);
    const place = `translate(${round(x)} ${round(y)})rotate(${round(angle)})scale(${(flag / 100).toFixed(3)})translate(-50)`;
    const fill = colours[index % colours.length] as string;
    const letter = lettering?.letters[index - Math.round((count - lettering.letters.length) / 2)];
    if (letter) return letterOn(letter, { place, fill, ink: accentColors(fill).on });
    return `<use href="#f${pattern[index % pattern.length]}" fill="${fill}" transform="${place}"/>`;
  });
  const curve = `M${from.map(round).join(" ")}Q${[...control, ...to].map(round).join(" ")}`;
  return `${flags.join("")}<path d="${curve}" fill="none" stroke="${sky.string}" stroke-width="${round(flag / 22)}"/>`;
}

/** A seeded generator: FNV-1a (RFC 9923) hashes the code, mulberry32 (Tommy Ettinger, public domain) does the rest. */
function randomOf(code: string): Random {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(code)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
