import { escapeXml } from "#src/base/xml.ts";

/** A name on a string of flags, a letter each; "" is a flag between two words. */
export type Lettering = { readonly letters: readonly string[]; readonly flag: number };

/** The most letters that a phone still shows large enough, some 10 px on a screen of 360. */
const MOST = 14;
/** What our own font draws (fonts/display-*.ttf), and a letter is wide enough for. */
const DRAWABLE = /^[\p{Script=Latin}\p{Number} &'’!.-]+$/u;
/** The width of the banner's string, and how far its flags are apart, in parts of a flag (banderitas.ts). */
const [STRING, APART] = [1272, 1.22];
/** In units of a banner 1200 wide: larger flags would hide the plaza. */
const LARGEST_FLAG = 92;
/** The part of the string that pages show, which cut the banner to their own shapes. */
const SHOWN = 0.78;

/** How a raffle's name is lettered; undefined for one that is too long or has letters that we cannot draw. */
export function letteringOf(name: string): Lettering | undefined {
  const letters = [...new Intl.Segmenter().segment(name.trim().toUpperCase())].map(({ segment }) => segment.trim());
  if (letters.length > MOST || !DRAWABLE.test(name)) return undefined;
  return { letters, flag: Math.min(LARGEST_FLAG, (STRING * SHOWN) / APART / letters.length) };
}

/** A flag with a letter, 100 wide, without holes behind it. */
export function letterOn(letter: string, { place, fill, ink }: { place: string; fill: string; ink: string }): string {
  return (
    `<g transform="${place}"><path d="M0 0H100V122L50 96 0 122Z" fill="${fill}"/>` +
    `<text x="50" y="76" fill="${ink}">${escapeXml(letter)}</text></g>`
  );
}
