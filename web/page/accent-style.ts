import { accentColors } from "#src/raffles/pictures/accent.ts";

declare module "react" {
  interface CSSProperties {
    readonly "--accent"?: string;
    readonly "--on-accent"?: string;
    readonly "--accent-text"?: string;
  }
}

/** A shop's colour as the tokens of web/theme/tokens.css, for the element that is the shop's. */
export function accentStyle(accent: string) {
  const { on, light, dark } = accentColors(accent);
  return { "--accent": accent, "--on-accent": on, "--accent-text": `light-dark(${light}, ${dark})` };
}
