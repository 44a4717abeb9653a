import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { describeVersion, readVersion } from "#src/config/version.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { Route } from "./+types/root.ts";
import { announce } from "./inline/form-faults.ts";
import { keepForms } from "./page/keep-forms.ts";
import { PageHead } from "./page/page-head.tsx";
import { PageScript } from "./page/page-script.tsx";
import { TEXTS_ELEMENT, usePageTexts } from "./page/page-texts.tsx";
import { siteOperator } from "./page/site-operator.ts";
import { canLeaveDesk, viewerOf } from "./requests/account.ts";
import { ErrorScreen, messageOf } from "./ui/error-screen.tsx";
import { LoadingRipple } from "./ui/loading-ripple/loading-ripple.tsx";
import { SiteFooter } from "./ui/site-footer/site-footer.tsx";
import { SiteHeader } from "./ui/site-header/site-header.tsx";
import "./theme/styles.css";
import { challengeOf } from "./requests/refusals/challenge-view.ts";
import font from "./theme/fonts/tambiolo.woff2?url";

/** Languages in Open Graph's form, with a country. */
const OPEN_GRAPH_LOCALES: Record<Language, string> = { de: "de_DE", en: "en_US", fil: "fil_PH" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { config, clock, plans } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const viewer = await viewerOf(context);
  const canLeave = canLeaveDesk({ request, context }, viewer);
  const { productName, origin, developerUrl = null } = config;
  const year = clock().getFullYear();
  const generator = `Tambiolo ${describeVersion(readVersion())}`;
  const operator = { hasPlans: plans !== null, hasImprint: siteOperator(config).hasImprint };
  return { productName, origin, generator, developerUrl, ...operator, language, year, viewer, canLeave };
}

/** An error page keeps the refusal's Retry-After. */
export const headers: Route.HeadersFunction = ({ errorHeaders, parentHeaders }) => errorHeaders ?? parentHeaders;

/** This loader's data is the same for every page, so navigation does not reload it. */
export const shouldRevalidate = () => false;

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "preload", href: font, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

export function Layout({ children }: { readonly children: ReactNode }) {
  const texts = usePageTexts();
  const error = useRouteError();
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined);
  // A puzzle page solves its puzzle in the browser, so it hydrates.
  const hydrate = error ? challengeOf(error) !== null : handles.some((handle) => handle?.hydrate);
  const hasForms = handles.some((handle) => handle?.hydrate || handle?.forms) && !error;
  const embeds = handles.some((handle) => handle?.embeds) && !error;
  const framed = handles.some((handle) => handle?.framed) && !error;
  const fills = framed || (handles.some((handle) => handle?.fills) && !error);
  // Pages of raffles for everybody; in another site's frame nobody installs anything.
  const isPublic = handles.some((handle) => handle?.cached?.shows.startsWith("raffle")) && !framed && !error;
  // A bar at the foot of the screen stands on what a phone keeps free there.
  const edge = handles.some((handle) => handle?.hasBar) ? ", viewport-fit=cover" : "";
  const root = useRouteLoaderData<typeof loader>("root");
  const { language, timeZone, nonce } = texts;
  const namespaces = ["site", ...handles.flatMap((handle) => handle?.texts ?? [])] as const;
  const files = Object.fromEntries(namespaces.map((namespace) => [namespace, texts.textFiles?.[namespace]]));
  return (
    <html lang={language} data-framed={framed || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={`width=device-width, initial-scale=1${edge}`} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#FFFBF4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#15131F" media="(prefers-color-scheme: dark)" />
        {root && <meta name="generator" content={root.generator} />}
        <meta property="og:locale" content={OPEN_GRAPH_LOCALES[language]} />
        {framed && <base target="_blank" />}
        {error || !root ? <ErrorTitle productName={root?.productName} /> : <PageHead site={root} />}
        <Links />
      </head>
      <body>
        {!embeds && !fills && (
          <SiteHeader productName={root?.productName ?? ""} viewer={root?.viewer} canLeave={root?.canLeave ?? false} />
        )}
        {hydrate && <LoadingRipple />}
        <main id="main" className={embeds || fills ? "embed" : "page"} tabIndex={-1}>
          {children}
        </main>
        {!fills && (
          <SiteFooter
            productName={root?.productName ?? ""}
            developerUrl={root?.developerUrl ?? null}
            year={root?.year}
            hasPlans={root?.hasPlans ?? false}
            hasImprint={root?.hasImprint ?? false}
            isSlim={embeds}
          />
        )}
        {hydrate && (
          <>
            <script
              id={TEXTS_ELEMENT}
              type="application/json"
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: no visitor has written any of it
              dangerouslySetInnerHTML={{ __html: JSON.stringify({ language, timeZone, files }) }}
            />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
            <PageScript text={texts.startScript ?? ""} />
          </>
        )}
        {hasForms && <FormTexts />}
        {hasForms && <PageScript text={texts.formScript} />}
        <PageScript text={texts.script} />
        {isPublic && <PageScript text={texts.workerScript ?? ""} />}
      </body>
    </html>
  );
}

/** No router request in the browser may remove a form from the page. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepForms];

export default function Root() {
  const { state } = useNavigation();
  // The action's answer is on the page now: the page's script checks again what is still unsent.
  useEffect(() => {
    if (state === "idle") announce("settled");
  }, [state]);
  return <Outlet />;
}

/** The messages of web/inline/forms.ts. */
function FormTexts() {
  const { t } = useTranslation("site");
  const { answered } = usePageTexts();
  return (
    <template
      suppressHydrationWarning
      data-form-texts=""
      data-answered={answered}
      data-offline={t("form.offline")}
      data-busy={t("form.busy")}
      data-broken={t("form.broken")}
      data-renewed={t("form.renewed")}
      data-stale={t("form.stale")}
      data-stays={t("form.stillHere")}
      data-unknown={t("form.unknown")}
      data-undone={t("form.undone")}
      data-restored={t("form.restored")}
      data-outdated={t("form.outdated")}
      data-discard={t("form.discard")}
    />
  );
}

export function ErrorBoundary() {
  const productName = useRouteLoaderData<typeof loader>("root")?.productName ?? "";
  const error = useRouteError();
  const message = isRouteErrorResponse(error) ? messageOf(error.data) : null;
  return (
    // The page's script uses these marks: an error page is no form's own answer, and shows that a record is gone.
    <div
      data-failed-page={message ?? ""}
      data-facts={isRouteErrorResponse(error) && error.status === 404 ? "gone" : undefined}
    >
      <ErrorScreen productName={productName} error={error} />
    </div>
  );
}

/** An error page has no title of its own, so its title is its path, like other pages. */
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
