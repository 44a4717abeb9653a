import { usePageTexts } from "../../page/page-texts.tsx";
import script from "./drive-raffle.ts?inline-script";

/** The script of a raffle's page. The page says the same without it. */
export function RaffleScript() {
  const { nonce } = usePageTexts();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, named in the page's policy by its hash
  return <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />;
}
