import type { Plugin } from "postcss";

// Mantine's styles select on an attribute that a script sets: with or without :where(), in either kind of quotes.
const SCHEME =
  /:where\(\[data-mantine-color-scheme=['"](dark|light)['"]\]\)|\[data-mantine-color-scheme=['"](dark|light)['"]\]/;

/**
 * Rewrites Mantine's dark and light rules into `prefers-color-scheme` media queries. So a page without scripts follows
 * the system's colour scheme too.
 */
export function systemColorScheme(): Plugin {
  return {
    postcssPlugin: "system-color-scheme",
    Rule(rule, { AtRule }) {
      const found = SCHEME.exec(rule.selector);
      const scheme = found?.[1] ?? found?.[2];
      if (!scheme) return;
      rule.selectors = rule.selectors.map((selector) => selector.replace(SCHEME, ":root"));
      const media = new AtRule({ name: "media", params: `(prefers-color-scheme: ${scheme})` });
      rule.replaceWith(media);
      media.append(rule);
    },
  };
}
