import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import type { Route } from "./+types/manifest.route.ts";

/** What a phone needs to put the site on its home screen. It opens with the visitor's own tickets. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { productName } = context.get(siteContext).config;
  const { language } = context.get(visitorContext);
  const icon = (src: string, size: number, purpose: string) => {
    return { src, sizes: `${size}x${size}`, type: "image/png", purpose };
  };
  const manifest = {
    id: "/",
    name: productName,
    short_name: productName,
    description: translate(language, { key: "pages:home.description" }),
    lang: language,
    start_url: "/my-tickets",
    scope: "/",
    display: "standalone",
    theme_color: "#FFFBF4",
    background_color: "#FFFBF4",
    icons: [
      icon("/icon-192.png", 192, "any"),
      icon("/icon-512.png", 512, "any"),
      icon("/icon-maskable-512.png", 512, "maskable"),
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json", "cache-control": "public, max-age=3600" },
  });
}
