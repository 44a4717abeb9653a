import type { ReactNode } from "react";
import { PageScript } from "../../page/page-script.tsx";
import type { ShopView } from "../../page/views/raffle-view.ts";
import script from "./send-height.ts?inline-script";
import "./framed-page.css";

/** What other sites show in a frame, in the shop's colour: it sends its height to the page around it. */
export function FramedPage({ shop, children }: { readonly shop: ShopView | undefined; readonly children: ReactNode }) {
  return (
    <div className="framed-page" style={shop?.style}>
      {children}
      <PageScript text={script} />
    </div>
  );
}
