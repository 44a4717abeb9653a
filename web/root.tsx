import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { Route } from "./+types/root.ts";
import { viewerOf } from "./account.ts";
import { ErrorScreen } from "./components/error-screen.tsx";
import { LoadingRipple } from "./components/loading-ripple/loading-ripple.tsx";
import { SiteFooter } from "./components/site-footer/site-footer.tsx";
import { SiteHeader } from "./components/site-header/site-header.tsx";
import type { PageHandle } from "./page-handle.ts";
import { TEXTS_ELEMENT, usePageTexts } from "./page-texts.tsx";
import "./theme/styles.css";
import { FieldTheme } from "./theme/field-theme.tsx";
import displayFont from "./theme/fonts/display.woff2?url";

/** A language as link previews name it: with a country. */
const OPEN_GRAPH_LOCALES: Record<Language, string> = { de: "de_DE", en: "en_US", fil: "fil_PH" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { config, clock } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const viewer = await viewerOf({ request, context });
  return { productName: config.productName, language, year: clock().getFullYear(), viewer };
}

/** A page that refuses keeps what it said of caches and referrers, although this one is shown in its place. */
export const headers: Route.HeadersFunction = ({ errorHeaders, parentHeaders }) => errorHeaders ?? parentHeaders;

/** What is loaded here is the same for every page, and pages keep it. */
export const shouldRevalidate = () => false;

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "preload", href: displayFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

export function Layout({ children }: { readonly children: ReactNode }) {
  const texts = usePageTexts();
  const error = useRouteError();
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined);
  const hydrate = handles.some((handle) => handle?.hydrate) && !error;
  const embeds = handles.some((handle) => handle?.embeds) && !error;
  const root = useRouteLoaderData<typeof loader>("root");
  const { language, nonce } = texts;
  const namespaces = ["site", ...handles.flatMap((handle) => handle?.texts ?? [])] as const;
  const catalogue = Object.fromEntries(namespaces.map((namespace) => [namespace, texts.catalogue[namespace]]));
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#FFFBF4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#15131F" media="(prefers-color-scheme: dark)" />
        <meta property="og:locale" content={OPEN_GRAPH_LOCALES[language]} />
        {error ? <ErrorTitle productName={root?.productName} /> : <Meta />}
        <Links />
      </head>
      <body>
        <FieldTheme>
          {!embeds && <SiteHeader productName={root?.productName ?? ""} viewer={root?.viewer} />}
          {hydrate && <LoadingRipple />}
          <main id="main" className={embeds ? "embed" : "page"} tabIndex={-1}>
            {children}
          </main>
          <SiteFooter productName={root?.productName ?? ""} year={root?.year} isSlim={embeds} />
        </FieldTheme>
        {hydrate && (
          <>
            <script
              id={TEXTS_ELEMENT}
              type="application/json"
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own catalogue, "<" escaped
              dangerouslySetInnerHTML={{ __html: JSON.stringify({ language, catalogue }).replaceAll("<", "\\u003c") }}
            />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, named in the page's policy by its hash */}
        <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: texts.script }} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const productName = useRouteLoaderData<typeof loader>("root")?.productName ?? "";
  return <ErrorScreen productName={productName} error={useRouteError()} />;
}

/** A page that failed has no title of its own: it is called by its path like the others. */
function ErrorTitle({ productName }: { readonly productName: string | undefined }) {
  const path = useLocation().pathname.split("/")[1] ?? "";
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <>
      <title>{[path.toUpperCase(), String(status), productName].filter(Boolean).join(" | ")}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
