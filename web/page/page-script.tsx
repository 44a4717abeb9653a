import { usePageTexts } from "./page-texts.tsx";

/** A script of our own in the page, which the page's policy names by its hash. */
export function PageScript({ text }: { readonly text: string }) {
  const { nonce } = usePageTexts();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: no visitor has written any of it
  return <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />;
}
