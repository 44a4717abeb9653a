import type { ReactNode } from "react";
import { usePageTexts } from "../../page/page-texts.tsx";
import type { ShopView } from "../../page/views/raffle-view.ts";
import script from "./send-height.ts?inline-script";
import "./framed-page.css";

/** What other sites show in a frame, in the shop's colour: it tells the page around it how high it is. */
export function FramedPage({ shop, children }: { readonly shop: ShopView | undefined; readonly children: ReactNode }) {
  const { nonce } = usePageTexts();
  return (
    <div className="framed-page" style={shop?.style}>
      {children}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, named in the page's policy by its hash */}
      <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </div>
  );
}
