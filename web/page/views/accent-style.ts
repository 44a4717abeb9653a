import { accentColors } from "#src/base/colors/contrast.ts";

declare module "react" {
  interface CSSProperties {
    readonly "--accent"?: string;
    readonly "--on-accent"?: string;
    readonly "--accent-text"?: string;
    readonly "--drum"?: string;
  }
}

/** A shop's colour as the tokens of web/theme/tokens.css, for the element that is the shop's. */
export function accentStyle(accent: string) {
  const { on, light, dark } = accentColors(accent);
  return { "--accent": accent, "--on-accent": on, "--accent-text": `light-dark(${light}, ${dark})` };
}

/** The same for the stage of a draw, whose drum is then the shop's too. */
export function stageStyle(accent: string) {
  return { ...accentStyle(accent), "--drum": "var(--accent-text)" };
}
