/** Loads the page anew when there is something new to see, with and without scripts. */
export function ReloadAfter({ seconds }: { readonly seconds: number | null }) {
  return seconds !== null && <meta httpEquiv="refresh" content={String(seconds)} />;
}
